BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE batch (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	source TEXT NOT NULL, 
	sha256 TEXT, 
	undoes INTEGER, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_batch PRIMARY KEY (id), 
	CONSTRAINT ck_batch_undoes CHECK ((kind = 'undo') = (undoes IS NOT NULL)), 
	CONSTRAINT ck_batch_kind CHECK (kind IN ('csv', 'sdr', 'jsonl', 'league', 'undo')), 
	CONSTRAINT fk_batch_undoes FOREIGN KEY(undoes) REFERENCES batch (id), 
	CONSTRAINT uq_batch_uid UNIQUE (uid), 
	CONSTRAINT uq_batch_undoes UNIQUE (undoes)
);
INSERT INTO "batch" VALUES(1,'94ae83704c4ef1d9d420d007e3c6ae7d','sdr','night.sdr','0000000000000000000000000000000000000000000000000000000000000000',NULL,'2026-11-26 20:15:30.123456');
CREATE TABLE entry (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	session_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	action INTEGER NOT NULL, 
	root INTEGER NOT NULL, 
	replaces INTEGER, 
	after_root INTEGER, 
	undoes INTEGER, 
	redoes INTEGER, 
	batch_id INTEGER, 
	at DATETIME NOT NULL, 
	came DATETIME NOT NULL, 
	kind TEXT NOT NULL, 
	dealer INTEGER, 
	dealer_stated BOOLEAN NOT NULL, 
	score_a INTEGER, 
	score_b INTEGER, 
	all_tricks BOOLEAN NOT NULL, 
	ending TEXT, 
	loser TEXT, 
	accepted TEXT, 
	CONSTRAINT pk_entry PRIMARY KEY (id), 
	CONSTRAINT ck_entry_ended CHECK ((ending IS NOT NULL) = (kind = 'end')), 
	CONSTRAINT ck_entry_forfeited CHECK ((loser IS NOT NULL) = (ending IS NOT NULL AND ending = 'forfeit')), 
	CONSTRAINT ck_entry_scored CHECK ((score_a IS NOT NULL) = (kind IN ('deal', 'result'))), 
	CONSTRAINT ck_entry_dealt CHECK (dealer IS NOT NULL OR kind NOT IN ('deal', 'misdeal')), 
	CONSTRAINT ck_entry_ending CHECK (ending = 'close' OR ending = 'abandon' OR ending = 'forfeit'), 
	CONSTRAINT ck_entry_void CHECK (kind <> 'void' OR replaces IS NOT NULL), 
	CONSTRAINT ck_entry_all_tricks CHECK (kind = 'deal' OR NOT all_tricks), 
	CONSTRAINT ck_entry_kind CHECK (kind = 'start' OR kind = 'deal' OR kind = 'misdeal' OR kind = 'result' OR kind = 'end' OR kind = 'void'), 
	CONSTRAINT ck_entry_loser CHECK (loser = 'a' OR loser = 'b' OR loser = 'both'), 
	CONSTRAINT ck_entry_root CHECK ((root = seq) = (replaces IS NULL)), 
	CONSTRAINT ck_entry_score CHECK ((score_a IS NULL) = (score_b IS NULL)), 
	CONSTRAINT ck_entry_after CHECK (after_root IS NULL OR after_root BETWEEN 0 AND seq - 1), 
	CONSTRAINT ck_entry_dealer CHECK (dealer IN (0, 1)), 
	CONSTRAINT ck_entry_dealer_stated CHECK (dealer IS NOT NULL OR NOT dealer_stated), 
	CONSTRAINT ck_entry_score_range CHECK (score_a >= 0 AND score_b >= 0), 
	CONSTRAINT ck_entry_seq CHECK (seq >= 1 AND action BETWEEN 1 AND seq AND root BETWEEN 1 AND seq), 
	CONSTRAINT ck_entry_undoes_earlier CHECK (undoes < action AND redoes < action), 
	CONSTRAINT ck_entry_undoes_or_redoes CHECK (undoes IS NULL OR redoes IS NULL), 
	CONSTRAINT fk_entry_batch_id FOREIGN KEY(batch_id) REFERENCES batch (id), 
	CONSTRAINT fk_entry_replaces FOREIGN KEY(replaces) REFERENCES entry (id), 
	CONSTRAINT fk_entry_session_id FOREIGN KEY(session_id) REFERENCES session (id), 
	CONSTRAINT uq_entry_replaces UNIQUE (replaces), 
	CONSTRAINT uq_entry_session_id_seq UNIQUE (session_id, seq), 
	CONSTRAINT uq_entry_uid UNIQUE (uid)
);
INSERT INTO "entry" VALUES(1,'15035b82675a1d0208f5a747f26ccbfd',1,1,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','start',NULL,0,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(2,'2901aa584afb8e981aea86993ba2c1aa',1,2,2,2,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','deal',0,0,14,6,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(3,'f936f01a25b9b55ed7c79c33c8c8087c',1,3,3,3,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','deal',1,0,10,10,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(4,'a5cc45c06929b604163b72489c31ebe8',1,4,4,4,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','deal',1,0,4,16,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(5,'be0d03f05bdc316d15a63854d8a5bfab',1,5,5,5,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','misdeal',0,0,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(6,'4e6ee51db37ff040762baefb274d8531',1,6,6,2,2,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','deal',0,0,15,5,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(7,'cae6ce49fc7e3a5dbfd52add56ce0c1d',1,7,7,2,6,NULL,6,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','deal',0,0,14,6,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(8,'405b33b2f167bd3b25e9bf723fe6b147',1,8,8,8,NULL,2,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','deal',1,0,12,8,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(9,'54defafe7fbf2a583873253c556a03b0',2,1,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','start',NULL,0,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(10,'a1b56ba4c4f2b84a581eadd1a4dbb0a3',2,2,2,2,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','end',NULL,0,NULL,NULL,0,'abandon',NULL,NULL);
INSERT INTO "entry" VALUES(11,'ac124572443b4082c5f36ba57257a00a',2,3,3,2,10,NULL,2,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','void',NULL,0,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(12,'4e86499f9b8e74cca0f1b9cfb66eea36',2,4,4,4,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','end',NULL,0,NULL,NULL,0,'forfeit','b',NULL);
INSERT INTO "entry" VALUES(13,'0ebaa35c8ac1bd8a98ac0b4bd6179c44',3,1,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','start',NULL,0,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(14,'ff2222d241bb080b1c2ebd22c1426735',3,2,1,2,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','result',NULL,0,7,4,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(15,'0a35de7547293d2f07424cef2270ef1d',4,1,1,1,NULL,NULL,NULL,NULL,1,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','start',NULL,0,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(16,'4d8b43620163407b94da39c3d45df66d',4,2,1,2,NULL,NULL,NULL,NULL,1,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','deal',0,0,6,14,0,NULL,NULL,'must-follow');
INSERT INTO "entry" VALUES(17,'d90bf020515bcf0b4cee33c2195cd769',5,1,1,1,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','start',NULL,0,NULL,NULL,0,NULL,NULL,NULL);
INSERT INTO "entry" VALUES(18,'9e3da90e908a9aab3bfaad79bf08df9d',5,2,1,2,NULL,NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456','result',NULL,0,7,2,0,NULL,NULL,NULL);
CREATE TABLE event (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	batch_id INTEGER, 
	at DATETIME NOT NULL, 
	came DATETIME NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (id), 
	CONSTRAINT fk_event_batch_id FOREIGN KEY(batch_id) REFERENCES batch (id), 
	CONSTRAINT uq_event_uid UNIQUE (uid)
);
INSERT INTO "event" VALUES(1,'48d522c4d73f0edce161137008676aea',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
INSERT INTO "event" VALUES(2,'c29048c1b3fef1fbe751793bcc4ad937',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
CREATE TABLE event_entry (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	event_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT, 
	format TEXT, 
	settings TEXT, 
	batch_id INTEGER, 
	at DATETIME NOT NULL, 
	came DATETIME NOT NULL, 
	round INTEGER, 
	board INTEGER, 
	loser TEXT, 
	undoes INTEGER, 
	reason TEXT, 
	CONSTRAINT pk_event_entry PRIMARY KEY (id), 
	CONSTRAINT ck_event_entry_kind CHECK (kind IN ('settings', 'enter', 'withdraw', 'absent', 'bye', 'draft', 'pair', 'unpair', 'forfeit', 'close', 'finish', 'undo')), 
	CONSTRAINT ck_event_entry_name CHECK ((name IS NOT NULL) = (kind = 'settings')), 
	CONSTRAINT ck_event_entry_format CHECK ((format IS NOT NULL) = (kind = 'settings')), 
	CONSTRAINT ck_event_entry_settings CHECK ((settings IS NOT NULL) = (kind = 'settings')), 
	CONSTRAINT ck_event_entry_undo CHECK ((undoes IS NOT NULL) = (kind = 'undo')), 
	CONSTRAINT ck_event_entry_undoes_earlier CHECK (undoes < seq), 
	CONSTRAINT ck_event_entry_forfeit CHECK ((loser IS NOT NULL) = (kind = 'forfeit') AND (board IS NOT NULL) = (kind = 'forfeit')), 
	CONSTRAINT ck_event_entry_loser CHECK (loser IN ('a', 'b', 'both')), 
	CONSTRAINT ck_event_entry_round CHECK (round >= 1 AND board >= 1), 
	CONSTRAINT ck_event_entry_seq CHECK (seq >= 1), 
	CONSTRAINT fk_event_entry_batch_id FOREIGN KEY(batch_id) REFERENCES batch (id), 
	CONSTRAINT fk_event_entry_event_id FOREIGN KEY(event_id) REFERENCES event (id), 
	CONSTRAINT uq_event_entry_event_id_seq UNIQUE (event_id, seq), 
	CONSTRAINT uq_event_entry_uid UNIQUE (uid)
);
INSERT INTO "event_entry" VALUES(1,'dcf1c37a57d692e276aaa91447e6a833',1,1,'settings','Thursday night','open','{"rules": "bohemian"}',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(2,'df8120b3bbcaa4b06d5b57728aa2460e',2,1,'settings','Club Swiss','swiss','{"rounds": 3, "rules": "bohemian", "seed_by": "entry", "session_format": "first-to", "target": 7}',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(3,'8836dc0b6175cf082d242f97633c48f2',2,2,'enter',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(4,'6cc79cb1a6b2557c1f4a8139dd5785bb',2,3,'draft',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',1,NULL,NULL,NULL,'asked');
INSERT INTO "event_entry" VALUES(5,'f973a83d5058df82c17ccebbe1ae2139',2,4,'pair',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',1,NULL,NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(6,'ec4b2b4093a7559f7c40d9f434ada075',2,5,'unpair',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',1,NULL,NULL,NULL,'too early, said Anna Nováková');
INSERT INTO "event_entry" VALUES(7,'f88e4ba20fbd9d1f60047eec88324e64',2,6,'absent',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',1,NULL,NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(8,'ce48a894aeccd606fe42edab5d71af47',2,7,'pair',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',1,NULL,NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(9,'c3b50143f13c2bc4c53f8379351ad5bb',2,8,'forfeit',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',1,1,'b',NULL,NULL);
INSERT INTO "event_entry" VALUES(10,'66cf0e3a1edc56c8095cc066142fb6b7',2,9,'undo',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',NULL,NULL,NULL,8,NULL);
INSERT INTO "event_entry" VALUES(11,'3027cf32dd60f7d1a02fd3b8ad616dc0',2,10,'withdraw',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',2,NULL,NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(12,'86a5d5138a02d04ac49bc6f4f4289f91',2,11,'close',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',1,NULL,NULL,NULL,NULL);
INSERT INTO "event_entry" VALUES(13,'2ff35be853901e17f0d18c3fef0cf8b1',2,12,'finish',NULL,NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456',NULL,NULL,NULL,NULL,'no time');
CREATE TABLE event_entry_player (
	entry_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	CONSTRAINT pk_event_entry_player PRIMARY KEY (entry_id, place), 
	CONSTRAINT ck_event_entry_player_place CHECK (place >= 1), 
	CONSTRAINT fk_event_entry_player_entry_id FOREIGN KEY(entry_id) REFERENCES event_entry (id), 
	CONSTRAINT fk_event_entry_player_player_id FOREIGN KEY(player_id) REFERENCES player (id)
);
INSERT INTO "event_entry_player" VALUES(3,1,1);
INSERT INTO "event_entry_player" VALUES(3,2,2);
INSERT INTO "event_entry_player" VALUES(3,3,3);
INSERT INTO "event_entry_player" VALUES(3,4,4);
INSERT INTO "event_entry_player" VALUES(4,1,1);
INSERT INTO "event_entry_player" VALUES(4,2,2);
INSERT INTO "event_entry_player" VALUES(4,3,3);
INSERT INTO "event_entry_player" VALUES(4,4,4);
INSERT INTO "event_entry_player" VALUES(5,1,1);
INSERT INTO "event_entry_player" VALUES(5,2,2);
INSERT INTO "event_entry_player" VALUES(5,3,3);
INSERT INTO "event_entry_player" VALUES(5,4,4);
INSERT INTO "event_entry_player" VALUES(7,1,4);
INSERT INTO "event_entry_player" VALUES(8,1,1);
INSERT INTO "event_entry_player" VALUES(8,2,2);
INSERT INTO "event_entry_player" VALUES(8,3,3);
INSERT INTO "event_entry_player" VALUES(8,4,4);
INSERT INTO "event_entry_player" VALUES(11,1,4);
CREATE TABLE house_rule (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	batch_id INTEGER, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_house_rule PRIMARY KEY (id), 
	CONSTRAINT fk_house_rule_batch_id FOREIGN KEY(batch_id) REFERENCES batch (id), 
	CONSTRAINT fk_house_rule_digest FOREIGN KEY(digest) REFERENCES ruleset (digest)
);
INSERT INTO "house_rule" VALUES(1,'u-jelena','1be81fb4fa5dc1afb9330c8526f2729c4581faf39fd5fbd7d8d06af49b6b1d49',NULL,'2026-11-26 20:15:30.123456');
CREATE TABLE pairing (
	id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	player_a INTEGER NOT NULL, 
	player_b INTEGER, 
	kind TEXT NOT NULL, 
	by_hand BOOLEAN NOT NULL, 
	reason TEXT NOT NULL, 
	CONSTRAINT pk_pairing PRIMARY KEY (id), 
	CONSTRAINT ck_pairing_board CHECK (board >= 1), 
	CONSTRAINT ck_pairing_other CHECK ((player_b IS NOT NULL) = (kind = 'game')), 
	CONSTRAINT ck_pairing_players CHECK (player_a <> player_b), 
	CONSTRAINT fk_pairing_entry_id FOREIGN KEY(entry_id) REFERENCES event_entry (id), 
	CONSTRAINT fk_pairing_player_a FOREIGN KEY(player_a) REFERENCES player (id), 
	CONSTRAINT fk_pairing_player_b FOREIGN KEY(player_b) REFERENCES player (id), 
	CONSTRAINT uq_pairing_entry_id_board UNIQUE (entry_id, board)
);
INSERT INTO "pairing" VALUES(1,4,1,1,3,'game',0,'both have no points');
INSERT INTO "pairing" VALUES(2,4,2,4,2,'game',1,'both have no points');
INSERT INTO "pairing" VALUES(3,5,1,1,3,'game',0,'both have no points');
INSERT INTO "pairing" VALUES(4,5,2,4,2,'game',1,'both have no points');
INSERT INTO "pairing" VALUES(5,8,1,1,3,'game',0,'both have no points');
INSERT INTO "pairing" VALUES(6,8,2,2,NULL,'asked-bye',0,'');
INSERT INTO "pairing" VALUES(7,8,3,4,NULL,'absence',0,'');
CREATE TABLE play (
	entry_id INTEGER NOT NULL, 
	record TEXT NOT NULL, 
	CONSTRAINT pk_play PRIMARY KEY (entry_id), 
	CONSTRAINT fk_play_entry_id FOREIGN KEY(entry_id) REFERENCES entry (id)
);
INSERT INTO "play" VALUES(16,'{"tags": {"Event": "Thursday night", "Site": "U Zlatého tygra, Plzeň", "Date": "2026-10-01", "Table": "2", "Session": "käthe-jiří", "Deal": "1", "Target": "7", "Rules": "bohemian", "NonDealer": "Käthe Müller", "Dealer": "Jiří Dvořák", "NonDealerHand": "8S 7D KS QC 10C KH", "DealerHand": "9S JD 8C QH QS JS", "Talon": "AH 7H 10D KC AC QD 7S 8D 7C 9D 9C KD JH AD 10H 10S JC 8H 9H AS", "Score": "14-6", "Result": "1-0", "Running": "1-0"}, "moves": [{"lead": "7D", "response": "JD"}, {"lead": "8C", "response": "7H"}, {"lead": "9S", "response": "KS"}, {"lead": "QC", "response": "10D"}, {"lead": "7S", "response": "QS"}, {"lead": "7C", "response": "8S"}, {"lead": "AH", "response": "9D"}, {"lead": "8D", "response": "KD", "comment": "The king comes at the right moment: from here on Käthe leads, and Jiří is\nleft to wait."}, {"lead": "KH", "response": "9C"}, {"lead": "AC", "response": "8H"}, {"lead": "10C", "response": "10S"}, {"lead": "JC", "response": "JS"}, {"lead": "KC", "response": "JH"}, {"lead": "AD", "response": "QD", "comment": "\"You might have kept the queen.\" \"For what?\""}, {"lead": "9H", "response": "QH"}, {"lead": "AS", "response": "10H"}], "comment": "They cut for the deal: Jiří the 9 of spades, Käthe the queen of hearts. The\nlower card deals."}
');
CREATE TABLE player (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	batch_id INTEGER, 
	at DATETIME NOT NULL, 
	came DATETIME NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id), 
	CONSTRAINT ck_player_kind CHECK (kind IN ('human', 'bot')), 
	CONSTRAINT fk_player_batch_id FOREIGN KEY(batch_id) REFERENCES batch (id), 
	CONSTRAINT uq_player_uid UNIQUE (uid)
);
INSERT INTO "player" VALUES(1,'d593b293e314f281eb452df82d9ceb4e','human',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
INSERT INTO "player" VALUES(2,'7612f20834cf34556292d58fa53ff5a7','human',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
INSERT INTO "player" VALUES(3,'60c61d25b0a62bdb699ad37e5ea75ece','human',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
INSERT INTO "player" VALUES(4,'407d4e1df3dcbdc68e53f37e71d7a404','human',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
INSERT INTO "player" VALUES(5,'0c76320274e638cb4df38592dc76cdb9','human',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
INSERT INTO "player" VALUES(6,'43c917c697e606da234e8bf1c6097dde','human',NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
CREATE TABLE player_entry (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	player_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	into_id INTEGER, 
	replaces INTEGER, 
	batch_id INTEGER, 
	at DATETIME NOT NULL, 
	came DATETIME NOT NULL, 
	CONSTRAINT pk_player_entry PRIMARY KEY (id), 
	CONSTRAINT ck_player_entry_into CHECK ((kind = 'merge') = (into_id IS NOT NULL)), 
	CONSTRAINT ck_player_entry_replaces CHECK ((kind = 'void') = (replaces IS NOT NULL)), 
	CONSTRAINT ck_player_entry_kind CHECK (kind IN ('merge', 'retire', 'return', 'anonymise', 'remove', 'void')), 
	CONSTRAINT ck_player_entry_into_other CHECK (into_id <> player_id), 
	CONSTRAINT ck_player_entry_seq CHECK (seq >= 1), 
	CONSTRAINT fk_player_entry_batch_id FOREIGN KEY(batch_id) REFERENCES batch (id), 
	CONSTRAINT fk_player_entry_into_id FOREIGN KEY(into_id) REFERENCES player (id), 
	CONSTRAINT fk_player_entry_player_id FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT fk_player_entry_replaces FOREIGN KEY(replaces) REFERENCES player_entry (id), 
	CONSTRAINT uq_player_entry_player_id_seq UNIQUE (player_id, seq), 
	CONSTRAINT uq_player_entry_replaces UNIQUE (replaces), 
	CONSTRAINT uq_player_entry_uid UNIQUE (uid)
);
INSERT INTO "player_entry" VALUES(1,'4c9a047c97ccf20e3decc26eccb3be4a',5,1,'merge',3,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
INSERT INTO "player_entry" VALUES(2,'f2fa67807f303924ec9341c51a16c08f',4,1,'retire',NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
INSERT INTO "player_entry" VALUES(3,'fc8502a6872cc4fdf24fc5a6cabec84b',6,1,'remove',NULL,NULL,NULL,'2026-11-26 20:15:30.123456','2026-11-26 20:15:30.123456');
CREATE TABLE player_name (
	id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	role TEXT NOT NULL, 
	CONSTRAINT pk_player_name PRIMARY KEY (id), 
	CONSTRAINT ck_player_name_name CHECK (name <> ''), 
	CONSTRAINT ck_player_name_role CHECK (role IN ('primary', 'alias')), 
	CONSTRAINT fk_player_name_player_id FOREIGN KEY(player_id) REFERENCES player (id), 
	CONSTRAINT uq_player_name_player_id_name UNIQUE (player_id, name)
);
INSERT INTO "player_name" VALUES(1,1,'Anna Nováková','anna novakova','primary');
INSERT INTO "player_name" VALUES(2,2,'Ben [bold]','ben [bold]','primary');
INSERT INTO "player_name" VALUES(3,3,'Cyril Müller','cyril mueller','primary');
INSERT INTO "player_name" VALUES(4,4,'Dora','dora','primary');
INSERT INTO "player_name" VALUES(5,2,'Benda','benda','alias');
INSERT INTO "player_name" VALUES(6,5,'Cyril Mueller jun.','cyril mueller jun.','primary');
CREATE TABLE remark (
	id INTEGER NOT NULL, 
	entry_id INTEGER, 
	player_entry_id INTEGER, 
	role TEXT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_remark PRIMARY KEY (id), 
	CONSTRAINT ck_remark_role CHECK (role IN ('note', 'reason')), 
	CONSTRAINT ck_remark_of CHECK ((entry_id IS NULL) <> (player_entry_id IS NULL)), 
	CONSTRAINT fk_remark_entry_id FOREIGN KEY(entry_id) REFERENCES entry (id), 
	CONSTRAINT fk_remark_player_entry_id FOREIGN KEY(player_entry_id) REFERENCES player_entry (id), 
	CONSTRAINT uq_remark_entry_id_role UNIQUE (entry_id, role), 
	CONSTRAINT uq_remark_player_entry_id_role UNIQUE (player_entry_id, role)
);
INSERT INTO "remark" VALUES(1,NULL,1,'reason','one person');
INSERT INTO "remark" VALUES(2,NULL,2,'reason','moved away');
INSERT INTO "remark" VALUES(3,5,NULL,'note','a card lay open');
INSERT INTO "remark" VALUES(4,6,NULL,'reason','written down wrongly');
INSERT INTO "remark" VALUES(5,8,NULL,'reason','forgotten');
INSERT INTO "remark" VALUES(6,12,NULL,'reason','left');
CREATE TABLE ruleset (
	digest TEXT NOT NULL, 
	name TEXT NOT NULL, 
	definition TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_ruleset PRIMARY KEY (digest), 
	CONSTRAINT ck_ruleset_digest CHECK (length(digest) = 64)
);
INSERT INTO "ruleset" VALUES('6999fb0be5cac354610df5d0be377cb3ab5bee46c6e7f167fbe55427a6043a52','bohemian','{"awards":[1,2,3],"beats":"higher","card_points":[0,0,0,0,0,0,0,0],"counts":"honours","exchange":false,"extends":null,"follow":"none","honours":["A","K","Q","J","10"],"last_trick":0,"lowest_rank":"7","marriage":[0,0],"name":"bohemian","schneider_at":16,"schwarz":"all-units","second_half":"none","target":7,"title":"Böhmischer Schneider","trump":"none","win_at":11}','2026-11-26 20:15:30.123456');
INSERT INTO "ruleset" VALUES('1be81fb4fa5dc1afb9330c8526f2729c4581faf39fd5fbd7d8d06af49b6b1d49','u-jelena','{"awards":[1,2,3],"beats":"higher","card_points":[0,0,0,0,0,0,0,0],"counts":"honours","exchange":true,"extends":"bohemian+trump","follow":"none","honours":["A","K","Q","J","10"],"last_trick":0,"lowest_rank":"7","marriage":[0,0],"name":"u-jelena","schneider_at":16,"schwarz":"all-units","second_half":"none","target":5,"title":"As played at U Jelena","trump":"last-talon-card","win_at":11}','2026-11-26 20:15:30.123456');
CREATE TABLE session (
	id INTEGER NOT NULL, 
	uid TEXT NOT NULL, 
	source_key TEXT, 
	batch_id INTEGER, 
	place INTEGER, 
	CONSTRAINT pk_session PRIMARY KEY (id), 
	CONSTRAINT fk_session_batch_id FOREIGN KEY(batch_id) REFERENCES batch (id), 
	CONSTRAINT uq_session_uid UNIQUE (uid)
);
INSERT INTO "session" VALUES(1,'3257ed8b9a2f9cf716cb4018d2018271',NULL,NULL,NULL);
INSERT INTO "session" VALUES(2,'620aa3afd9bc3585db09d52a7b5f3b30',NULL,NULL,NULL);
INSERT INTO "session" VALUES(3,'5dc503d7ae31405a7ab3a804cb416257',NULL,NULL,NULL);
INSERT INTO "session" VALUES(4,'b0bdd057d5b0dd392fdfd5d49546674b','key',1,1);
INSERT INTO "session" VALUES(5,'507ad4756fdb255b7dd92f2fe3cb1d72',NULL,NULL,NULL);
CREATE TABLE session_start (
	entry_id INTEGER NOT NULL, 
	player_a INTEGER NOT NULL, 
	player_b INTEGER NOT NULL, 
	rules TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	format TEXT NOT NULL, 
	deals INTEGER, 
	target INTEGER, 
	played_on DATE NOT NULL, 
	first_dealer INTEGER, 
	event_id INTEGER, 
	table_name TEXT, pairing_id INTEGER CONSTRAINT fk_session_start_pairing_id REFERENCES pairing (id), must_decide BOOLEAN DEFAULT false NOT NULL, 
	CONSTRAINT pk_session_start PRIMARY KEY (entry_id), 
	CONSTRAINT ck_session_start_deals CHECK ((deals IS NOT NULL) = (format = 'deals')), 
	CONSTRAINT ck_session_start_target CHECK ((target IS NOT NULL) = (format = 'first-to')), 
	CONSTRAINT ck_session_start_format CHECK (format = 'first-to' OR format = 'deals' OR format = 'timed'), 
	CONSTRAINT ck_session_start_range CHECK (deals >= 1 AND target >= 1), 
	CONSTRAINT ck_session_start_first_dealer CHECK (first_dealer IN (0, 1)), 
	CONSTRAINT ck_session_start_players CHECK (player_a <> player_b), 
	CONSTRAINT fk_session_start_digest FOREIGN KEY(digest) REFERENCES ruleset (digest), 
	CONSTRAINT fk_session_start_entry_id FOREIGN KEY(entry_id) REFERENCES entry (id), 
	CONSTRAINT fk_session_start_event_id FOREIGN KEY(event_id) REFERENCES event (id), 
	CONSTRAINT fk_session_start_player_a FOREIGN KEY(player_a) REFERENCES player (id), 
	CONSTRAINT fk_session_start_player_b FOREIGN KEY(player_b) REFERENCES player (id)
);
INSERT INTO "session_start" VALUES(1,1,2,'bohemian','6999fb0be5cac354610df5d0be377cb3ab5bee46c6e7f167fbe55427a6043a52','first-to',NULL,7,'2026-11-26',0,1,'T1',NULL,0);
INSERT INTO "session_start" VALUES(9,3,4,'u-jelena','1be81fb4fa5dc1afb9330c8526f2729c4581faf39fd5fbd7d8d06af49b6b1d49','timed',NULL,NULL,'2026-11-26',1,NULL,NULL,NULL,0);
INSERT INTO "session_start" VALUES(13,5,1,'bohemian','6999fb0be5cac354610df5d0be377cb3ab5bee46c6e7f167fbe55427a6043a52','first-to',NULL,7,'2026-11-26',NULL,NULL,NULL,NULL,0);
INSERT INTO "session_start" VALUES(15,1,4,'bohemian','6999fb0be5cac354610df5d0be377cb3ab5bee46c6e7f167fbe55427a6043a52','first-to',NULL,7,'2026-11-25',0,1,NULL,NULL,0);
INSERT INTO "session_start" VALUES(17,1,5,'bohemian','6999fb0be5cac354610df5d0be377cb3ab5bee46c6e7f167fbe55427a6043a52','first-to',NULL,7,'2026-11-26',0,2,NULL,5,0);
CREATE TABLE session_watch (
	session_id INTEGER NOT NULL, 
	CONSTRAINT pk_session_watch PRIMARY KEY (session_id), 
	CONSTRAINT fk_session_watch_session_id FOREIGN KEY(session_id) REFERENCES session (id)
);
INSERT INTO "session_watch" VALUES(1);
INSERT INTO "session_watch" VALUES(2);
INSERT INTO "session_watch" VALUES(3);
INSERT INTO "session_watch" VALUES(4);
INSERT INTO "session_watch" VALUES(5);
CREATE INDEX ix_house_rule_name ON house_rule (name);
CREATE INDEX ix_session_batch_id ON session (batch_id);
CREATE INDEX ix_session_source_key ON session (source_key);
CREATE INDEX ix_entry_batch_id ON entry (batch_id);
CREATE INDEX ix_player_name_folded ON player_name (folded);
CREATE INDEX ix_session_start_event_id ON session_start (event_id);
CREATE INDEX ix_session_start_player_a ON session_start (player_a);
CREATE INDEX ix_session_start_player_b ON session_start (player_b);
CREATE TRIGGER batch_no_update BEFORE UPDATE ON batch BEGIN SELECT RAISE(ABORT, 'the league only grows: batch is never changed'); END;
CREATE TRIGGER batch_no_delete BEFORE DELETE ON batch BEGIN SELECT RAISE(ABORT, 'the league only grows: batch is never changed'); END;
CREATE TRIGGER player_no_update BEFORE UPDATE ON player BEGIN SELECT RAISE(ABORT, 'the league only grows: player is never changed'); END;
CREATE TRIGGER player_no_delete BEFORE DELETE ON player BEGIN SELECT RAISE(ABORT, 'the league only grows: player is never changed'); END;
CREATE TRIGGER player_entry_no_update BEFORE UPDATE ON player_entry BEGIN SELECT RAISE(ABORT, 'the league only grows: player_entry is never changed'); END;
CREATE TRIGGER player_entry_no_delete BEFORE DELETE ON player_entry BEGIN SELECT RAISE(ABORT, 'the league only grows: player_entry is never changed'); END;
CREATE TRIGGER ruleset_no_update BEFORE UPDATE ON ruleset BEGIN SELECT RAISE(ABORT, 'the league only grows: ruleset is never changed'); END;
CREATE TRIGGER ruleset_no_delete BEFORE DELETE ON ruleset BEGIN SELECT RAISE(ABORT, 'the league only grows: ruleset is never changed'); END;
CREATE TRIGGER house_rule_no_update BEFORE UPDATE ON house_rule BEGIN SELECT RAISE(ABORT, 'the league only grows: house_rule is never changed'); END;
CREATE TRIGGER house_rule_no_delete BEFORE DELETE ON house_rule BEGIN SELECT RAISE(ABORT, 'the league only grows: house_rule is never changed'); END;
CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'the league only grows: event is never changed'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'the league only grows: event is never changed'); END;
CREATE TRIGGER session_no_update BEFORE UPDATE ON session BEGIN SELECT RAISE(ABORT, 'the league only grows: session is never changed'); END;
CREATE TRIGGER session_no_delete BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'the league only grows: session is never changed'); END;
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the league only grows: entry is never changed'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the league only grows: entry is never changed'); END;
CREATE TRIGGER session_start_no_update BEFORE UPDATE ON session_start BEGIN SELECT RAISE(ABORT, 'the league only grows: session_start is never changed'); END;
CREATE TRIGGER session_start_no_delete BEFORE DELETE ON session_start BEGIN SELECT RAISE(ABORT, 'the league only grows: session_start is never changed'); END;
CREATE TRIGGER remark_no_update BEFORE UPDATE OF id, entry_id, player_entry_id, role ON remark BEGIN SELECT RAISE(ABORT, 'the league only grows: remark is never changed'); END;
CREATE TRIGGER remark_no_delete BEFORE DELETE ON remark BEGIN SELECT RAISE(ABORT, 'the league only grows: remark is never changed'); END;
CREATE TRIGGER play_no_update BEFORE UPDATE OF entry_id ON play BEGIN SELECT RAISE(ABORT, 'the league only grows: play is never changed'); END;
CREATE TRIGGER play_no_delete BEFORE DELETE ON play BEGIN SELECT RAISE(ABORT, 'the league only grows: play is never changed'); END;
CREATE INDEX ix_session_start_pairing_id ON session_start (pairing_id);
CREATE TRIGGER event_entry_no_update BEFORE UPDATE OF id, uid, event_id, seq, kind, name, format, settings, batch_id, at, came, round, board, loser, undoes ON event_entry BEGIN SELECT RAISE(ABORT, 'the league only grows: event_entry is never changed'); END;
CREATE TRIGGER event_entry_no_delete BEFORE DELETE ON event_entry BEGIN SELECT RAISE(ABORT, 'the league only grows: event_entry is never changed'); END;
CREATE TRIGGER event_entry_player_no_update BEFORE UPDATE ON event_entry_player BEGIN SELECT RAISE(ABORT, 'the league only grows: event_entry_player is never changed'); END;
CREATE TRIGGER event_entry_player_no_delete BEFORE DELETE ON event_entry_player BEGIN SELECT RAISE(ABORT, 'the league only grows: event_entry_player is never changed'); END;
CREATE TRIGGER pairing_no_update BEFORE UPDATE OF id, entry_id, board, player_a, player_b, kind, by_hand ON pairing BEGIN SELECT RAISE(ABORT, 'the league only grows: pairing is never changed'); END;
CREATE TRIGGER pairing_no_delete BEFORE DELETE ON pairing BEGIN SELECT RAISE(ABORT, 'the league only grows: pairing is never changed'); END;
COMMIT;
PRAGMA application_id = 1396919367;
