-- By it a server knows that its master key is the one with which this database was sealed (db/prove-keys.ts, ADR 0044).
alter table installation add column key_check bytea;
