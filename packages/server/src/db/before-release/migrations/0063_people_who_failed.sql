-- Who could not be taken by a device, without those who merely have no portrait: they may be everybody, on every device.
-- Of one device, and person by person over all devices.
create index device_person_failure__failed on device_person_failure (device_id, person_id) where reason <> 'portrait-missing';
create index device_person_failure__people on device_person_failure (person_id, device_id) where reason <> 'portrait-missing';
-- From here on `portrait-missing` says that there is no portrait; where there is one, the device could not read it.
update device_person_failure f set reason = 'portrait-unreadable'
from person p where p.id = f.person_id and p.portrait_id is not null and f.reason = 'portrait-missing';
