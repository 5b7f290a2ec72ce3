-- Domains of addresses that an organization has shown to be its own, by a record in their DNS. The sign-in page leads nobody by a
-- domain that was only written down.
create table domain_proofs (
  organization_id uuid not null references organizations (id) on delete cascade,
  domain text not null,
  -- Null: never, or the record is gone for longer than is forgiven.
  proved_at timestamptz(3),
  checked_at timestamptz(3) not null,
  -- Since when the record of a proved domain is missing.
  missing_since timestamptz(3),
  failure text,
  primary key (organization_id, domain)
);
call fence_by_organization('domain_proofs');

-- The sign-in page asks by domain and knows no organization yet: of the domains of a provider, those that are proved.
alter table auth_provider_directory add column proved_domains text[] not null default '{}';
create index on auth_provider_directory using gin (proved_domains);
