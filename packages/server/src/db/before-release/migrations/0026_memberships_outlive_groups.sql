-- Memberships of a group that was deleted are cleared away afterwards, some at a time: in one piece they would hold the
-- sync clock, and with it every change of people, for seconds. Whoever writes a membership holds its group meanwhile
-- (`requireGroups`, `holdGroups`), and whoever reads one asks for its group, or for what goes with it.
alter table group_member drop constraint group_member__group;
