-- What is shown of every camera, core and location, and what it takes to show it calmly.
create table statuses (
  organization_id uuid not null references organizations (id) on delete cascade,
  entity_id uuid not null,
  kind text not null check (kind in ('camera', 'edge', 'location')),
  state text not null default 'notConnected',
  part text,
  cause text,
  since timestamptz(3) not null default now(),
  -- What was derived last, since when, and whether it was bad.
  seen_state text not null default 'notConnected',
  seen_since timestamptz(3) not null default now(),
  is_bad boolean not null default false,
  -- When it turned good or bad, the last few times.
  turns timestamptz(3)[] not null default '{}',
  flapping_since timestamptz(3),
  -- When it is looked at again although nothing happens.
  due_at timestamptz(3),
  -- Until then a core without its link counts as if it had it: the server itself ended it.
  held_until timestamptz(3),
  primary key (organization_id, entity_id)
);
create index statuses_by_state on statuses (organization_id, kind, state);
call fence_by_organization('statuses');

create table status_changes (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  entity_id uuid not null,
  at timestamptz(3) not null,
  from_state text not null,
  to_state text not null,
  part text,
  cause text,
  is_flapping boolean not null,
  primary key (organization_id, entity_id, at, id)
);
create index status_changes_by_time on status_changes (organization_id, at);
call fence_by_organization('status_changes');

-- Parts of a camera beside its streams, as its core said last: {state, cause, sinceUtcMs}.
create table camera_parts (
  organization_id uuid not null,
  camera_id uuid not null,
  analytics jsonb not null,
  smart_storage jsonb not null,
  audio_enabled boolean not null,
  primary key (organization_id, camera_id),
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade
);
call fence_by_organization('camera_parts');

-- What must be looked at, and when. Ids and times only, because one job looks for all.
create table status_work (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  entity_id uuid not null,
  due_at timestamptz(3) not null default now()
);
create index on status_work (due_at);
create index on status_work (organization_id, due_at);

-- Whoever makes, moves, changes or deletes something: what it shows is looked at afterwards.
create function begin_statuses() returns trigger
language plpgsql as $$
begin
  insert into statuses (organization_id, entity_id, kind) select organization_id, id, tg_argv[0] from added on conflict do nothing;
  insert into status_work (organization_id, kind, entity_id) select organization_id, tg_argv[0], id from added;
  return null;
end
$$;
create trigger begin_statuses after insert on locations referencing new table as added for each statement execute function begin_statuses('location');
create trigger begin_statuses after insert on edges referencing new table as added for each statement execute function begin_statuses('edge');
create function begin_camera_statuses() returns trigger
language plpgsql as $$
begin
  insert into statuses (organization_id, entity_id, kind, part, cause)
  select a.organization_id, a.id, 'camera', case when not e.is_linked then 'edge' end, case when e.is_linked then 'camera_not_ready' else 'core_offline' end
  from added a join edges e on e.organization_id = a.organization_id and e.id = a.edge_id
  on conflict do nothing;
  insert into status_work (organization_id, kind, entity_id) select organization_id, 'camera', id from added;
  return null;
end
$$;
create trigger begin_statuses after insert on cameras referencing new table as added for each statement execute function begin_camera_statuses();

-- Whoever changes how a camera is reached begins anew: how often it went away before says nothing of what comes.
create procedure forget_turns(organization uuid, camera uuid)
language plpgsql as $$
begin
  update statuses set turns = '{}', flapping_since = null
  where organization_id = organization and entity_id = camera and (turns <> '{}' or flapping_since is not null);
end
$$;

create function look_at_camera() returns trigger
language plpgsql as $$
begin
  if old.credentials_version is distinct from new.credentials_version then
    call forget_turns(new.organization_id, new.id);
  end if;
  insert into status_work (organization_id, kind, entity_id)
  values (new.organization_id, 'camera', new.id), (new.organization_id, 'location', old.location_id);
  return null;
end
$$;
create trigger look_at_camera after update on cameras for each row
  when (old.location_id is distinct from new.location_id or old.deleted_at is distinct from new.deleted_at or old.edge_id is distinct from new.edge_id
    or old.recording_mode is distinct from new.recording_mode or old.settings is distinct from new.settings or old.analysis is distinct from new.analysis
    or old.credentials_version is distinct from new.credentials_version)
  execute function look_at_camera();

create function look_at_stream() returns trigger
language plpgsql as $$
begin
  call forget_turns(new.organization_id, new.camera_id);
  insert into status_work (organization_id, kind, entity_id) values (new.organization_id, 'camera', new.camera_id);
  return null;
end
$$;
create trigger look_at_stream after insert on camera_streams for each row execute function look_at_stream();
create trigger look_at_changed_stream after update on camera_streams for each row
  when (old.deleted_at is distinct from new.deleted_at or old.url_key is distinct from new.url_key)
  execute function look_at_stream();

create function look_at_edge() returns trigger
language plpgsql as $$
begin
  insert into status_work (organization_id, kind, entity_id)
  values (new.organization_id, 'edge', new.id), (new.organization_id, 'location', old.location_id);
  return null;
end
$$;
create trigger look_at_edge after update on edges for each row
  when (old.location_id is distinct from new.location_id or old.deleted_at is distinct from new.deleted_at
    or old.claimed_at is distinct from new.claimed_at or old.revoked_at is distinct from new.revoked_at)
  execute function look_at_edge();

create function look_at_location() returns trigger
language plpgsql as $$
begin
  insert into status_work (organization_id, kind, entity_id) select new.organization_id, 'location', unnest(old.path || new.path);
  return null;
end
$$;
create trigger look_at_location after update on locations for each row
  when (old.path is distinct from new.path or old.deleted_at is distinct from new.deleted_at)
  execute function look_at_location();

-- What is there already. The fence would hide it from an owner that is no superuser.
alter table locations no force row level security;
alter table edges no force row level security;
alter table cameras no force row level security;
alter table statuses no force row level security;
insert into statuses (organization_id, entity_id, kind)
select organization_id, id, 'location' from locations where deleted_at is null
union all select organization_id, id, 'edge' from edges where deleted_at is null
union all select organization_id, id, 'camera' from cameras where deleted_at is null;
insert into status_work (organization_id, kind, entity_id) select organization_id, kind, entity_id from statuses;
alter table locations force row level security;
alter table edges force row level security;
alter table cameras force row level security;
alter table statuses force row level security;
