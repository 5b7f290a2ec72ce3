-- What the product knows of a person beside the sign-in: users are global, so is this. A row is made with the account.
create table people (
  user_id text primary key references auth."user" (id) on delete cascade,
  first_name text not null,
  last_name text not null default '',
  phone text,
  is_phone_verified boolean not null default false,
  time_zone text not null default 'UTC',
  -- What is absent has its default.
  settings jsonb not null default '{}',
  -- Staff of the installation: DEVELOPER, SALES, ADMIN.
  staff_roles text[] not null default '{}',
  is_developer boolean not null default false,
  is_dev_team boolean not null default false,
  is_partner boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- Whatever makes an account makes the person with it.
create function auth.make_person() returns trigger
language plpgsql as $$
begin
  insert into public.people (user_id, first_name, last_name)
  values (new.id, split_part(new.name, ' ', 1), substr(new.name, length(split_part(new.name, ' ', 1)) + 2))
  on conflict do nothing;
  return new;
end
$$;
create trigger make_person after insert on auth."user" for each row execute function auth.make_person();
insert into people (user_id, first_name, last_name)
select id, split_part(name, ' ', 1), substr(name, length(split_part(name, ' ', 1)) + 2) from auth."user";
-- Accounts that were made before addresses were confirmed belong to people who use them.
update auth."user" set "emailVerified" = true;
-- Whoever set the installation up looks after it.
update people set staff_roles = '{ADMIN}' where user_id = (select id from auth."user" order by "createdAt", id limit 1);

alter table memberships add column role text not null default 'USER';

alter table organizations
  add column is_default boolean not null default false,
  add column disable_inactivity boolean not null default false,
  add column local_live_stream boolean not null default true,
  add column allows_password boolean not null default true,
  add column allows_providers boolean not null default true,
  add column demands_mfa boolean not null default false;

-- Facts about the installation itself, in one row; belongs to no organization.
create table installation (
  is_only boolean primary key default true check (is_only),
  default_organization_id uuid not null
);

-- The migration runs as the owner, whom the fence binds as well.
alter table organizations no force row level security;
update organizations set is_default = true where id = (select id from organizations order by created_at, id limit 1);
insert into installation (default_organization_id) select id from organizations where is_default;
alter table organizations force row level security;
create unique index on organizations (is_default) where is_default;
