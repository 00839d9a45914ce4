#!/bin/sh
# A bot by the line protocol in plain shell: plays the first card that it may.
#
#     schneider-league bot check cmd:"sh first.sh"
#
# echo writes at once, so that there is no buffer to flush. docs/protocol.md explains the lines.

while read -r word rest; do
    case $word in
        schneider-bot)
            echo 'id name="First" version="1" author="schneider-league" deterministic=yes'
            echo 'ready 1'
            ;;
        turn)
            at='' offered='' key=card
            for pair in $rest; do
                case $pair in
                    at=*) at=${pair#at=} ;;
                    legal=*) offered=${pair#legal=} ;;
                    choices=*) offered=${pair#choices=} key=announce ;;
                esac
            done
            echo "play at=$at $key=${offered%%,*}"
            ;;
        ping) echo "pong $rest" ;;
        quit) exit 0 ;;
    esac
done
