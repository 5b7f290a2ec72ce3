-- A proof counts for a week after its record was last seen: neither a record that is gone nor a name server that never answers
-- keeps it for ever, and without a provider nobody looks at it.
alter table domain_proofs add column seen_at timestamptz(3);

-- The migration runs as the owner, whom the fence binds as well.
alter table domain_proofs no force row level security;
update domain_proofs set seen_at = coalesce(missing_since, checked_at) where proved_at is not null;
delete from domain_proofs p where not exists (
  select 1 from auth_provider_directory d where d.organization_id = p.organization_id and p.domain = any (d.domains));
alter table domain_proofs force row level security;

alter table domain_proofs drop column missing_since;
alter table domain_proofs add check (proved_at is null or seen_at is not null);
