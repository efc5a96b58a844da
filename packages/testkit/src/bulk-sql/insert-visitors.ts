import type { FillableDatabase } from './fillable-database.ts'
import { dropSearchIndex, names } from './insert-people.ts'

const chunk = 50_000
/** One of so many visitors is still expected or here; the visits of the others are over. */
const openShare = 50

/**
 * Visitors of 200 hosts and 1,000 companies, one for each minute of the past, in the default group and every hundredth in
 * the group `Suppliers` too.
 */
export async function bulkInsertVisitors({ pool }: FillableDatabase, count: number): Promise<void> {
  const makeSearchable = await dropSearchIndex(pool)
  for (let from = 1; from <= count; from += chunk)
    await pool.query(
      `with hosts as (select array_agg(id) as ids from (select id from person where kind = 1 order by created_at limit 200) h),
       made as (
         insert into person (kind, name, name_search, phone_masked, valid_from, valid_to, created_at)
         select 2, name || ' ' || n,
           case reading when '' then lower(replace(name, ' ', '')) || n else reading || n || E'\n' || initials || n || E'\n' || name || n end
             || E'\n' || 'company' || n % 1000,
           '139****' || lpad((n % 10000)::text, 4, '0'), t, t + interval '4 hours', t - interval '1 day'
         from (select n, now() - (n - $4::int) * interval '1 minute' as t from generate_series($1::int, $3::int) n) s
         cross join lateral (select ($2::text[])[1 + n % 8] as name, ($5::text[])[1 + n % 8] as reading, ($6::text[])[1 + n % 8] as initials) named
         returning id, right(phone_masked, 4)::int as n)
       insert into visitor (person_id, company, host_id, is_on_devices)
       select id, 'Company ' || n % 1000, hosts.ids[1 + n % cardinality(hosts.ids)], false from made, hosts`,
      [
        from,
        names.map(([name]) => name),
        Math.min(count, from + chunk - 1),
        Math.floor(count / openShare),
        names.map(([, reading]) => reading),
        names.map(([, , initials]) => initials),
      ],
    )
  await pool.query(`insert into person_group (kind, name) values (2, 'Suppliers')`)
  await pool.query(`insert into group_member (group_id, person_id)
    select g.id, p.id from person p join person_group g on g.kind = 2 and g.is_default where p.kind = 2`)
  await pool.query(`insert into group_member (group_id, person_id)
    select g.id, p.id from (select id, row_number() over (order by created_at) as n from person where kind = 2) p
    join person_group g on g.name = 'Suppliers' where n % 100 = 0`)
  await makeSearchable()
  await pool.query('analyze person, visitor, group_member')
}

/** People who are on the blacklist, with a reason each. */
export async function bulkInsertBlacklist({ pool }: FillableDatabase, count: number): Promise<void> {
  await pool.query(
    `with made as (insert into person (kind, name, name_search)
       select 5, 'Barred ' || n, 'barred' || n from generate_series(1, $1::int) n returning id)
     insert into blacklisting (person_id, original_kind, reason, remembered, added_by, added_at)
     select id, 1 + n % 2, 'Reason ' || n, '{"department":null,"manages":[],"groups":[]}', 'bench', now() - n * interval '1 minute'
     from (select id, row_number() over () as n from made) m`,
    [count],
  )
  await pool.query('analyze person, blacklisting')
}
