-- On which recogniser's scale the threshold of a device was set by hand; null: the built-in one's. What is set keeps its meaning as it is today.
alter table device add column threshold_model_id text;
update device set threshold_model_id = face_model_id;

-- Portraits that gave no template: they are named, and tried again.
create index further_template__failed on further_template (model_id, made_at) where failure is not null;

-- A pair that was found while one of its people became of another kind.
update face_pair set kinds = kinds_of_pair(first_id, second_id) where kinds <> kinds_of_pair(first_id, second_id);
