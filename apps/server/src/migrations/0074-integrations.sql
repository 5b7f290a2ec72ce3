-- Services that an organization installed and that are reached by this server itself; those that are told of alerts are webhooks.
create table integrations (
  organization_id uuid not null references organizations (id) on delete cascade,
  service text not null check (service in ('noonlight', 'sightline')),
  sealed_secret bytea,
  installed_at timestamptz(3) not null,
  installed_by_name text not null,
  primary key (organization_id, service)
);
call fence_by_organization('integrations');

-- How much of a service may be used in a month; null: as much as is needed. They stay when the service goes.
create table integration_quotas (
  organization_id uuid not null references organizations (id) on delete cascade,
  noon_light integer check (noon_light >= 0),
  sightline integer check (sightline >= 0),
  vcc integer check (vcc >= 0),
  vcc_special_filter integer check (vcc_special_filter >= 0),
  primary key (organization_id)
);
call fence_by_organization('integration_quotas');

-- Uses of what nothing else counts, by the day in UTC.
create table integration_uses (
  organization_id uuid not null references organizations (id) on delete cascade,
  service text not null check (service in ('sightline', 'vcc', 'vccSpecialFilter')),
  day date not null,
  count integer not null,
  primary key (organization_id, service, day)
);
call fence_by_organization('integration_uses');
