#!/usr/bin/env node
// A bot by the line protocol in JavaScript: plays any card that it may, by the seed of the deal.
//
//     schneider-league bot check cmd:"node chance.js"
//     schneider-league bot round-robin random cmd:"node chance.js" --option chance.announces=no --deals 200
//
// Nothing but Node.js is needed. docs/protocol.md explains the lines.

const lines = require("readline").createInterface({ input: process.stdin });

let announces = true; // an option, to show one
let state = 1n;

// splitmix64: the same numbers from the same seed
function random(below) {
  const mask = (1n << 64n) - 1n;
  state = (state + 0x9e3779b97f4a7c15n) & mask;
  let z = state;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return Number((z ^ (z >> 31n)) % BigInt(below));
}

// key=value and key="value with blanks"
function pairs(text) {
  const found = {};
  for (const [, key, quoted, plain] of text.matchAll(/([^\s="]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g)) {
    found[key] = quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1");
  }
  return found;
}

function answer(turn) {
  if (turn.kind === "announce") {
    return "announce=" + (announces ? turn.choices.split(",")[0] : "none");
  }
  const legal = turn.legal.split(",");
  return "card=" + legal[random(legal.length)];
}

lines.on("line", (line) => {
  const [word, number] = line.trim().split(/\s+/);
  const values = pairs(line);
  if (word === "schneider-bot") {
    console.log('id name="Chance" version="1" author="schneider-league" deterministic=yes');
    console.log("option name=announces type=bool default=yes");
    console.log("ready 1");
  } else if (word === "setoption" && values.name === "announces") {
    announces = values.value === "yes";
  } else if (word === "deal") {
    state = BigInt("0x" + values.seed);
  } else if (word === "turn") {
    console.log(`play at=${values.at} ${answer(values)}`);
  } else if (word === "ping") {
    console.log(`pong ${number}`);
  } else if (word === "quit") {
    process.exit(0);
  }
});
