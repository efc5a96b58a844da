-- Dates are of the years 1900 to 2199 everywhere. A holiday or special working day of a rule that is of another year falls on no day that
-- is judged, unless it comes back every year: then its year says nothing.
create function pg_temp.of_these_centuries(days jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(case when is_far then day || jsonb_build_object('on', '2000' || substr(day ->> 'on', 5)) else day end order by place), '[]')
  from jsonb_array_elements(days) with ordinality d(day, place)
  cross join lateral (select day ->> 'on' < '1900' or day ->> 'on' >= '2200' as is_far) f
  where not is_far or (day ->> 'isYearly')::boolean
$$;
update attendance_rule_version set settings = settings || jsonb_build_object(
  'holidays', pg_temp.of_these_centuries(settings -> 'holidays'),
  'specialWorkingDays', pg_temp.of_these_centuries(settings -> 'specialWorkingDays'))
where exists (select from jsonb_array_elements((settings -> 'holidays') || (settings -> 'specialWorkingDays')) day
  where day ->> 'on' < '1900' or day ->> 'on' >= '2200');
