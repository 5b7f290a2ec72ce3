-- What a core looks for in the picture of a camera; what is absent has its default.
alter table cameras add column analysis jsonb not null default '{}';

-- Notices of a core, newest first.
create index core_notices_newest on core_notices (organization_id, edge_id, received_at desc, epoch desc, sequence desc);

-- Administrators hold every permission; this one is new. The fence would hide their grants from an owner that is no superuser.
alter table grants no force row level security;
insert into grants (organization_id, id, user_id, permission)
select organization_id, gen_random_uuid(), user_id, 'SearchView' from grants where permission = 'OrganizationEdit' and location_id is null
on conflict do nothing;
alter table grants force row level security;
