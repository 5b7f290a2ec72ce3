-- Names as they are searched, beside their ids: the part of a name that somebody types is looked for in an index alone.
alter table known_people add column folded text collate "C" not null generated always as (lower(name)) stored;
create index known_people_folded on known_people (organization_id, folded, id);
