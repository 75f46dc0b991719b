-- backfill
update urns set outside_since = (
  select m.at from urn_moves m where m.tag = urns.tag and m.event in ('receive', 'takeOut') order by m.position desc limit 1)
where tag in (
  select u.tag from urns u join urn_now n on n.tag = u.tag
  where u.outside_since is null and n.event not in ('place', 'release') limit 1000)
returning 1;
