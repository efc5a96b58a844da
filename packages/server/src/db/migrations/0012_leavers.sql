-- Lists of those who are suspended and of those who have left, without reading everybody.

-- Suspensions that last or are to come; those of the past are never read for it.
create index suspension__lasting on suspension (coalesce(to_at, 'infinity'), person_id);

create index person__leaving on person (leaving_on, department_id) where kind = 1 and leaving_on is not null;
