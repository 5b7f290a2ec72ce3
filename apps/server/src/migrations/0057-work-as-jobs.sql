-- Notices and messages to browsers that wait are jobs from now on; their rows keep what is in them.
select jobs.create_queue('push-notices', '{"policy": "singleton"}'), jobs.create_queue('push-messages', '{"policy": "standard"}');
insert into jobs.job (name, data, singleton_key, group_id, created_on, retry_limit, retry_delay, heartbeat_seconds, policy)
select 'push-notices', jsonb_build_object('userId', user_id), user_id, organization_id, created_at, 1000, 1, 15, 'singleton' from push_notices;
insert into jobs.job (id, name, data, start_after, retry_limit, retry_delay, heartbeat_seconds, policy)
select id, 'push-messages', jsonb_build_object('messageId', id), due_at, 1000, 5, 15, 'standard' from push_messages;
alter table push_messages drop column due_at;
-- A browser whose push service asked for a pause gets nothing before then.
alter table user_devices add column paused_until timestamptz(3);

-- What must be looked at, and when, is a job of its own for each thing, added by whoever changes one: a program or a table.
select jobs.create_queue('status', '{"policy": "standard", "retryLimit": 1000000, "retryDelay": 1, "retryBackoff": true, "retryDelayMax": 60, "heartbeatSeconds": 15, "deleteAfterSeconds": 600}');
-- `looks`: {organizationId, kind, entityId} each, and dueAt where it is not now.
create function add_status_jobs(looks jsonb) returns void
language sql as $$
  insert into jobs.job (name, data, group_id, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, heartbeat_seconds, policy)
  select q.name, look - 'dueAt', look ->> 'organizationId', due_at, due_at + q.retention_seconds * interval '1 second', q.expire_seconds,
    q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.heartbeat_seconds, q.policy
  from jsonb_array_elements(looks) as look cross join lateral (select coalesce((look ->> 'dueAt')::timestamptz, now()) as due_at) d
    join jobs.queue q on q.name = 'status'
$$;
select add_status_jobs(jsonb_agg(jsonb_build_object('organizationId', organization_id, 'kind', kind, 'entityId', entity_id, 'dueAt', due_at)))
from (select organization_id, kind, entity_id, min(due_at) as due_at from status_work group by organization_id, kind, entity_id) w;

create or replace function begin_statuses() returns trigger
language plpgsql as $$
begin
  insert into statuses (organization_id, entity_id, kind) select organization_id, id, tg_argv[0] from added on conflict do nothing;
  perform add_status_jobs(jsonb_agg(jsonb_build_object('organizationId', organization_id, 'kind', tg_argv[0], 'entityId', id))) from added;
  return null;
end
$$;
create or replace function begin_camera_statuses() returns trigger
language plpgsql as $$
begin
  insert into statuses (organization_id, entity_id, kind, part, cause)
  select a.organization_id, a.id, 'camera', case when not e.is_linked then 'edge' end, case when e.is_linked then 'camera_not_ready' else 'core_offline' end
  from added a join edges e on e.organization_id = a.organization_id and e.id = a.edge_id
  on conflict do nothing;
  perform add_status_jobs(jsonb_agg(jsonb_build_object('organizationId', organization_id, 'kind', 'camera', 'entityId', id))) from added;
  return null;
end
$$;
create or replace function look_at_camera() returns trigger
language plpgsql as $$
begin
  if old.credentials_version is distinct from new.credentials_version then
    call forget_turns(new.organization_id, new.id);
  end if;
  perform add_status_jobs(jsonb_build_array(
    jsonb_build_object('organizationId', new.organization_id, 'kind', 'camera', 'entityId', new.id),
    jsonb_build_object('organizationId', new.organization_id, 'kind', 'location', 'entityId', old.location_id)));
  return null;
end
$$;
create or replace function look_at_stream() returns trigger
language plpgsql as $$
begin
  call forget_turns(new.organization_id, new.camera_id);
  perform add_status_jobs(jsonb_build_array(jsonb_build_object('organizationId', new.organization_id, 'kind', 'camera', 'entityId', new.camera_id)));
  return null;
end
$$;
create or replace function look_at_edge() returns trigger
language plpgsql as $$
begin
  perform add_status_jobs(jsonb_build_array(
    jsonb_build_object('organizationId', new.organization_id, 'kind', 'edge', 'entityId', new.id),
    jsonb_build_object('organizationId', new.organization_id, 'kind', 'location', 'entityId', old.location_id)));
  return null;
end
$$;
create or replace function look_at_location() returns trigger
language plpgsql as $$
begin
  perform add_status_jobs(jsonb_agg(jsonb_build_object('organizationId', new.organization_id, 'kind', 'location', 'entityId', place))) from unnest(old.path || new.path) as place;
  return null;
end
$$;
drop table status_work;

-- Organizations in which updates of cores wait or roll-outs go on are looked at by jobs from now on.
select jobs.create_queue('core-updates', '{"policy": "singleton"}');
insert into jobs.job (name, data, singleton_key, group_id, retry_limit, retry_delay, heartbeat_seconds, policy, upsert_by_key)
select 'core-updates', jsonb_build_object('organizationId', organization_id), organization_id::text, organization_id::text, 1000000, 1, 15, 'singleton', true
from core_update_work;
drop table core_update_work;

-- Lists of cameras that are worked on are jobs from now on; what is left is when each is thrown away.
select jobs.create_queue('camera-imports', '{"policy": "singleton"}');
insert into jobs.job (name, data, singleton_key, group_id, retry_limit, retry_delay, heartbeat_seconds, policy, upsert_by_key)
select 'camera-imports', jsonb_build_object('organizationId', organization_id, 'importId', import_id, 'sessionId', session_id), import_id::text,
  organization_id::text, 1000, 1, 15, 'singleton', true
from camera_import_work where is_wanted;
alter table camera_import_work rename to camera_import_ends;
alter table camera_import_ends drop column session_id, drop column is_wanted, drop column beat_at;
