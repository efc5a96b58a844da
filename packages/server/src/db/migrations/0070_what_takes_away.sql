-- A command that takes something from somebody whom the terminal has: it is tried until it succeeds.
alter table zkteco_command add column takes_away boolean not null default false;
update zkteco_command set takes_away = true where lane = 2 and what <> 'face-removal';
