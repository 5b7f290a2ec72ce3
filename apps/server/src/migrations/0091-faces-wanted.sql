-- Whether faces are looked for at a location: where the location wants it, and the organization allows it at all.
create function faces_wanted(place locations) returns boolean language sql stable as $$
  select place.face_recognition and coalesce(
    (select (o.analytics_switches ->> 'faceRecognition')::boolean from organizations o where o.id = place.organization_id), true)
$$;

-- People are found by their names, as everything else is.
alter table known_people add column search_name text collate "C" not null generated always as (fold_name(name)) stored;
create index known_people_for_search on known_people (organization_id) include (id, search_name);
