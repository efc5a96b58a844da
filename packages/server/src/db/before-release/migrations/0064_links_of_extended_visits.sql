-- The visit by which a visitor came last follows the visitor's period: it was extended in one place only until now.
update visit_request r set valid_from = p.valid_from, valid_to = p.valid_to, link_ends_at = p.valid_to
from person p
where p.id = r.person_id and p.kind = 2 and r.state = 'approved' and p.valid_from is not null and p.valid_to > r.valid_to
  and not exists (
    select from visit_request later where later.person_id = r.person_id and later.state = 'approved'
      and (later.decided_at, later.id) > (r.decided_at, r.id));
