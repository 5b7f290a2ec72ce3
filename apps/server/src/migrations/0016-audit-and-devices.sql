alter table audit_entries
  -- From where the call came.
  add column address text,
  -- The organization through which a helper came, and the key by which a program called.
  add column via_organization_id uuid,
  add column via_organization_name text,
  add column api_key_id uuid,
  add column api_key_name text,
  -- How the person had signed in, and the name that the thing had then: sessions end and names change.
  add column auth_provider_id text,
  add column entity_name text;
create index audit_entries_by_time on audit_entries (organization_id, at, id);
create index audit_entries_by_action on audit_entries (organization_id, action, at);
create index audit_entries_by_user on audit_entries (organization_id, user_id, at);

-- The chain: one row for each entry, numbered without holes, each hash made of the one before and the whole entry.
create table audit_seals (
  organization_id uuid not null references organizations (id) on delete cascade,
  number bigint not null,
  entry_id uuid not null,
  hash bytea not null,
  -- True for an entry that claims to be older than what had long been sealed when it was found.
  is_late boolean not null,
  sealed_at timestamptz(3) not null,
  primary key (organization_id, number),
  unique (organization_id, entry_id)
);
call fence_by_organization('audit_seals');

-- Where each chain ends, with a proof by a key that does not lie readable in the database. Ids only: the check goes over all.
create table audit_heads (
  organization_id uuid primary key references organizations (id) on delete cascade,
  number bigint not null default 0,
  hash bytea not null default '',
  -- Time of the youngest sealed entry.
  newest_at timestamptz(3),
  proof bytea not null default ''
);

-- What waits for its seal. Ids only, because one job seals for all.
create table audit_unsealed (
  organization_id uuid not null references organizations (id) on delete cascade,
  entry_id uuid not null,
  primary key (organization_id, entry_id)
);
create function queue_for_sealing() returns trigger
language plpgsql as $$
begin
  insert into audit_unsealed (organization_id, entry_id) values (new.organization_id, new.id);
  return null;
end
$$;
alter table audit_entries no force row level security;
insert into audit_unsealed (organization_id, entry_id) select organization_id, id from audit_entries;
alter table audit_entries force row level security;
create trigger queue_for_sealing after insert on audit_entries for each row execute function queue_for_sealing();

-- What happened cannot be changed by the application.
revoke update, delete on audit_entries from sightline_app;
revoke update, delete on audit_seals from sightline_app;

-- Browsers that asked for notifications. People are global, so are their devices.
create table user_devices (
  user_id text not null references auth."user" (id) on delete cascade,
  device_uid text not null,
  name text not null,
  user_agent text,
  -- The subscription: whoever has it can write to the browser.
  sealed bytea not null,
  -- One browser profile has one subscription; it belongs to who signed in there last.
  endpoint_hash bytea not null unique,
  enabled boolean not null default true,
  muted_until timestamptz(3),
  created_at timestamptz(3) not null,
  last_delivered_at timestamptz(3),
  last_failure text,
  primary key (user_id, device_uid)
);

create table notification_settings (
  user_id text primary key references auth."user" (id) on delete cascade,
  -- Null: at any time.
  schedule jsonb,
  -- Kinds of notices that the person asked for.
  kinds text[] not null default '{}',
  last_sent_at timestamptz(3)
);

-- Something to tell a person; several that wait together become one message.
create table push_notices (
  id uuid primary key,
  user_id text not null references auth."user" (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  sealed bytea not null,
  created_at timestamptz(3) not null
);
create index on push_notices (user_id, created_at);

-- A message to one browser, until its push service took it.
create table push_messages (
  id uuid primary key,
  user_id text not null,
  device_uid text not null,
  sealed bytea not null,
  due_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  attempts integer not null default 0,
  foreign key (user_id, device_uid) references user_devices (user_id, device_uid) on delete cascade
);
create index on push_messages (due_at);

-- From when until when a core had no link or a camera no picture.
create table offline_periods (
  organization_id uuid not null references organizations (id) on delete cascade,
  entity_kind text not null check (entity_kind in ('core', 'camera')),
  entity_id uuid not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  primary key (organization_id, entity_kind, entity_id, from_at)
);
create unique index offline_periods_open on offline_periods (organization_id, entity_kind, entity_id) where to_at is null;
create index on offline_periods (organization_id, to_at);
call fence_by_organization('offline_periods');

-- What has just gone offline; told when it stays so. Ids and times only, because one job watches for all.
create table offline_watches (
  organization_id uuid not null references organizations (id) on delete cascade,
  entity_kind text not null,
  entity_id uuid not null,
  from_at timestamptz(3) not null,
  primary key (entity_kind, entity_id)
);
create index on offline_watches (from_at);

create procedure begin_offline(organization uuid, kind text, entity uuid, since timestamptz)
language plpgsql as $$
begin
  insert into offline_periods (organization_id, entity_kind, entity_id, from_at) values (organization, kind, entity, since) on conflict do nothing;
  insert into offline_watches (organization_id, entity_kind, entity_id, from_at) values (organization, kind, entity, since) on conflict do nothing;
end
$$;
create procedure end_offline(organization uuid, kind text, entity uuid, until timestamptz)
language plpgsql as $$
begin
  update offline_periods set to_at = greatest(until, from_at)
  where organization_id = organization and entity_kind = kind and entity_id = entity and to_at is null;
  delete from offline_watches where entity_kind = kind and entity_id = entity;
end
$$;

create function note_core_state() returns trigger
language plpgsql as $$
begin
  -- A core that was taken out is not down.
  if new.is_linked or new.deleted_at is not null or new.revoked_at is not null then
    call end_offline(new.organization_id, 'core', new.id, coalesce(new.state_since, now()));
  elsif old.is_linked then
    call begin_offline(new.organization_id, 'core', new.id, coalesce(new.state_since, now()));
  end if;
  return null;
end
$$;
create trigger note_core_state after update on edges for each row
  when (old.is_linked is distinct from new.is_linked or old.deleted_at is distinct from new.deleted_at or old.revoked_at is distinct from new.revoked_at)
  execute function note_core_state();

create function note_camera_state() returns trigger
language plpgsql as $$
begin
  -- A camera that is switched off or taken out is not down.
  if new.deleted_at is not null or new.state in ('online', 'off') then
    call end_offline(new.organization_id, 'camera', new.camera_id, case when new.deleted_at is null then new.state_since else new.deleted_at end);
  elsif old.state = 'online' or new.state = 'offline' then
    call begin_offline(new.organization_id, 'camera', new.camera_id, new.state_since);
  end if;
  return null;
end
$$;
create trigger note_camera_state after update on camera_streams for each row
  when (new.kind = 'main' and (old.state is distinct from new.state or old.deleted_at is distinct from new.deleted_at))
  execute function note_camera_state();

create table weekly_summaries (
  organization_id uuid primary key references organizations (id) on delete cascade,
  is_enabled boolean not null,
  -- 0 is Sunday.
  weekday smallint not null,
  hour smallint not null,
  time_zone text not null,
  last_sent_at timestamptz(3)
);
call fence_by_organization('weekly_summaries');

-- When each organization is next. Ids and times only, because one job sends for all. Null: not reckoned yet.
create table weekly_due (
  organization_id uuid primary key references organizations (id) on delete cascade,
  due_at timestamptz(3)
);
create index on weekly_due (due_at);
create function plan_weekly() returns trigger
language plpgsql as $$
begin
  insert into weekly_due (organization_id) values (new.id);
  return null;
end
$$;
create trigger plan_weekly after insert on organizations for each row execute function plan_weekly();
alter table organizations no force row level security;
insert into weekly_due (organization_id) select id from organizations;
alter table organizations force row level security;
