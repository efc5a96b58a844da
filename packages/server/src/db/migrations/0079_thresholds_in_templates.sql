-- On which recogniser's scale the threshold in a template counts; null: the built-in one's. What is there was saved on the one that was in use then.
alter table settings_template add column threshold_model_id text;
update settings_template t set threshold_model_id = s.in_use from recogniser_state s where t.created_at >= s.changed_at;

-- The values of a batch that are others at this device: a threshold that is as strict on the scale of its own recogniser.
alter table settings_batch_device add column own_values jsonb not null default '{}';
