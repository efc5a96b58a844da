-- Who else a record may be about, most alike first: [{ "id", "name", "kind", "cosine" }], named as they were called then.
-- The other entries of a known face, or the people of whom nobody could tell which a stranger was; null: nobody else.
alter table recognition_record add column candidates jsonb;
create index recognition_record__candidates on recognition_record using gin (candidates jsonb_path_ops) where candidates is not null;
