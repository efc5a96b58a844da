-- A package that failed at a device is not put right there any more once a later one of the same thing was meant for it.
update upgrade_device u set state = 'superseded'
from upgrade_package p
where p.id = u.package_id and u.state in ('failed', 'rolled-back') and exists (
  select from upgrade_device lu join upgrade_package lp on lp.id = lu.package_id
  where lu.device_id = u.device_id and lp.kind = p.kind and lp.package_name is not distinct from p.package_name
    and lp.started_at > p.started_at and lu.is_begun and lu.state <> 'cancelled');
