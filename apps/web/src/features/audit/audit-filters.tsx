import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/session/may.ts';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { TimeField } from '../../ui/time/time-field.tsx';
import { auditRanges, byPassword, listOf, textOf, type AuditAddress } from './audit-address.ts';
import { auditHelpers, auditMethods, auditPeople, auditProviders } from './audit-queries.ts';
import { methodName } from './deed-text.ts';
import { ManyFilter } from './many-filter.tsx';
import classes from './audit.module.css';

interface AuditFiltersProps {
  address: AuditAddress;
  onChange: (change: Partial<AuditAddress>) => void;
}

function OwnRange({ address, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  return (
    <>
      {(['from', 'to'] as const).map((side) => (
        <TimeField
          key={side}
          kind="day"
          className={classes.date}
          aria-label={t(`audit.filters.${side}`)}
          value={address[side] ?? ''}
          onChange={(day) => onChange({ [side]: day === '' ? undefined : day })}
        />
      ))}
    </>
  );
}

/** How people had signed in: with the password they have here, or at a provider of the organization. */
function ProviderFilter({ address, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const providers = useQuery({ ...auditProviders(), enabled: useMay('OrganizationEdit') });
  const named = (providers.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ManyFilter
      label={t('audit.filters.providers')}
      value={listOf(address.providers)}
      options={[{ value: byPassword, label: t('audit.filters.password') }, ...named]}
      onChange={(next) => onChange({ providers: textOf(next) })}
    />
  );
}

/** What narrows the log: what was done, by whom, how they had signed in, from which helping organization, and when. */
export function AuditFilters({ address, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const methods = useQuery(auditMethods());
  const people = useQuery(auditPeople());
  const helpers = useQuery({ ...auditHelpers(), enabled: useMay('UserManage') });
  const events = (methods.data?.items ?? [])
    .map((value) => ({ value, label: methodName(t, value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const organizations = helpers.data?.items ?? [];
  return (
    <>
      <ChoiceFilter
        label={t('audit.filters.range')}
        value={address.range}
        unset={t('audit.range.days10')}
        options={auditRanges.map((value) => ({ value, label: t(`audit.range.${value}`) }))}
        onChange={(range) => onChange({ range, from: undefined, to: undefined })}
      />
      {address.range === 'own' && <OwnRange address={address} onChange={onChange} />}
      <ManyFilter
        label={t('audit.filters.events')}
        value={listOf(address.events)}
        options={events}
        onChange={(next) => onChange({ events: textOf(next) })}
      />
      <ManyFilter
        label={t('audit.filters.users')}
        value={listOf(address.users)}
        options={(people.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(next) => onChange({ users: textOf(next) })}
      />
      <ProviderFilter address={address} onChange={onChange} />
      {(organizations.length > 0 || address.orgs !== undefined) && (
        <ManyFilter
          label={t('audit.filters.orgs')}
          value={listOf(address.orgs)}
          options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => onChange({ orgs: textOf(next) })}
        />
      )}
    </>
  );
}
