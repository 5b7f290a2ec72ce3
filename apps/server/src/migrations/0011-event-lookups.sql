-- How long the vectors of a model are: said by the first that was kept, so that no core can mix in others that nothing can
-- be compared with.
create table vector_models (
  organization_id uuid not null references organizations (id) on delete cascade,
  kind smallint not null,
  model_id text collate "C" not null,
  bytes integer not null,
  primary key (organization_id, kind, model_id)
);
call fence_by_organization('vector_models');

-- The class comes last so that the index alone leaves out events of other classes; its beginning serves as before.
drop index events_by_camera;
create index events_by_camera on events (organization_id, camera_id, started_at, id, class);
drop index event_vectors_by_camera;
create index event_vectors_by_camera on event_vectors (organization_id, camera_id, kind, started_at, id, class);

-- Where a rare thing can be is read from the index alone.
create index event_hours_by_class on event_hours (organization_id, class, hour desc, camera_id, colour_mask, severities, most_dwell_ms, most_motion,
  most_score, has_face, has_plate, has_stationary);

-- Vectors by colour. `colours` as in events; the tints are those with a share of 15 per cent and more, two above the waist
-- or of a body and two below, so that an ordinary index leads to them; who has more of them is found by has_more_tints.
alter table event_vectors
  add column colours smallint[] not null default '{}',
  add column tint1 smallint,
  add column tint2 smallint,
  add column tint3 smallint,
  add column tint4 smallint,
  add column has_more_tints boolean not null default false;

-- The fence holds the owner too, who for once must see the rows of all organizations.
alter table events no force row level security;
alter table event_vectors no force row level security;
update event_vectors v set colours = e.colours, tint1 = upper_or_body[1], tint2 = upper_or_body[2], tint3 = lower[1], tint4 = lower[2],
  has_more_tints = coalesce(greatest(cardinality(lower), cardinality(upper_or_body)) > 2, false)
from events e cross join lateral (
  select array_agg(code order by at) filter (where code / 12 <> 1) as upper_or_body, array_agg(code order by at) filter (where code / 12 = 1) as lower
  from (select seen >> 7 as code, min(at) as at from unnest(e.colours) with ordinality as listed (seen, at) where seen & 127 >= 15 group by 1) as strong
) as tints
where e.organization_id = v.organization_id and e.started_at = v.started_at and e.id = v.id and e.colours <> '{}';
alter table events force row level security;
alter table event_vectors force row level security;

create index event_vectors_by_tint1 on event_vectors (organization_id, kind, class, tint1, started_at, id) where tint1 is not null;
create index event_vectors_by_tint2 on event_vectors (organization_id, kind, class, tint2, started_at, id) where tint2 is not null;
create index event_vectors_by_tint3 on event_vectors (organization_id, kind, class, tint3, started_at, id) where tint3 is not null;
create index event_vectors_by_tint4 on event_vectors (organization_id, kind, class, tint4, started_at, id) where tint4 is not null;
create index event_vectors_by_more_tints on event_vectors (organization_id, kind, class, started_at, id) where has_more_tints;
