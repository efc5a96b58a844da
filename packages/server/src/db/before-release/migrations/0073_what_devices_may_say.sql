-- Once a device has said that it takes cards and PINs by the slow hash (ADR 0061) it gets no other form, whatever it asks for.
alter table device add column knows_slow_hashes boolean not null default false;
update device set knows_slow_hashes = true where hash_form = 'scrypt-1';

-- What only an administrator may say is no default of a schema any more; one that was told before has that of our own.
update settings_schema set defaults = defaults
  || case when defaults ? 'networkRelayAddress' then '{"networkRelayAddress": ""}'::jsonb else '{}' end
  || case when defaults ->> 'doorOpenMethod' = 'network-relay' then '{"doorOpenMethod": "local-relay"}'::jsonb else '{}' end
  || case when defaults ? 'opensForBlacklisted' then '{"opensForBlacklisted": false}'::jsonb else '{}' end
where defaults ?| array['networkRelayAddress', 'doorOpenMethod', 'opensForBlacklisted'];
