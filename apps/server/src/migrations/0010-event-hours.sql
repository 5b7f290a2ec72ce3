-- What each camera saw in an hour, by class: says where a rare thing can be at all, so that a search for it does not
-- read every event. Facts are only ever added: an hour may promise more than it holds, never less.
create table event_hours (
  organization_id uuid not null references organizations (id) on delete cascade,
  hour timestamptz(3) not null,
  camera_id uuid not null,
  class smallint not null,
  colour_mask bigint not null,
  severities smallint not null,
  has_face boolean not null,
  has_plate boolean not null,
  has_stationary boolean not null,
  most_dwell_ms integer not null,
  most_motion smallint not null,
  most_score real not null,
  primary key (organization_id, hour, camera_id, class)
);
call fence_by_organization('event_hours');
