-- Names as the global search compares them: lower case, without accents and vowel points, one space for every run of signs
-- and one before the first word, final letters of Hebrew as their usual form. The same rule as `foldName` of the domain.
-- With collations named, so that it means the same in a database of any locale.
create function fold_name(name text) returns text
language sql immutable parallel safe
return ' ' || coalesce(
  nullif(btrim(regexp_replace(
    regexp_replace(
      translate(lower(normalize(name, nfkd) collate public.people), 'םןץףך', 'מנצפכ') collate "C",
      '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u05F3\u05F4\u064B-\u065F\u0670\u00AD\u061C\u200B-\u200F\u2018-\u201F\u202A-\u202E\u2060-\u2069\uFEFF''"`\u00B4]+',
      '', 'g'
    ) collate public.people,
    '[^[:alnum:]]+', ' ', 'g'
  )), ''),
  btrim(lower(name collate public.people))
);

alter table locations add column search_name text collate "C" not null generated always as (fold_name(name)) stored;
alter table edges add column search_name text collate "C" not null generated always as (fold_name(name)) stored;
alter table cameras add column search_name text collate "C" not null generated always as (fold_name(name)) stored;

-- All names of an organization are read from these alone. Indexes of parts of names cannot be used here: the fence lets
-- only comparisons that leak nothing come before itself.
create index locations_for_search on locations (organization_id) include (id, parent_id, search_name) where deleted_at is null;
create index edges_for_search on edges (organization_id) include (id, location_id, search_name) where deleted_at is null;
create index cameras_for_search on cameras (organization_id) include (id, edge_id, location_id, search_name) where deleted_at is null;
