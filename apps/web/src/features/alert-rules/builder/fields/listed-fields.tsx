import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Select, type OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { maxNamed } from '@sightline/contracts/alert-rules/trait-conditions';
import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { orgGroupTypes, type OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../platform/i18n/format-number.ts';
import { useMay } from '../../../../platform/session/may.ts';
import { allGroups, entriesNamed, entriesOf } from '../builder-queries.ts';
import { WordsField } from './words-field.tsx';
import classes from '../builder.module.css';

interface ListedFieldProps {
  label: string;
  hint: string | undefined;
  error: ReactNode;
  kind: RuleKind;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

const pauseMs = 300;
const mostGroups = 4;
const wrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** What the server found is offered as it is. */
const everything: OptionsFilter = ({ options }) => options;

const typeOf = (kind: RuleKind): OrgGroupType => (kind === 'licensePlate' ? 'Vehicles' : 'People');

/** What is said of a list to whoever may not use its directory: it stays as it is. */
function Hidden({ label, count }: { label: string; count: number }) {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.listLabel}>{label}</p>
      <p className={classes.quiet}>
        {count === 0
          ? t('ruleBuilder.listed.notYours')
          : t('ruleBuilder.listed.hidden', { count, shown: formatCount(count) })}
      </p>
    </div>
  );
}

/** What is typed, and what the server finds of it. */
function useFound(type: OrgGroupType, isOn: boolean) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  const found = useQuery({ ...entriesNamed(type, asked), enabled: isOn, placeholderData: keepPreviousData });
  return { typed, setTyped, found: found.data?.items ?? [] };
}

/** People of the directory, one by one. */
export function PeopleField({ label, hint, error, value, onChange }: ListedFieldProps) {
  const { t } = useTranslation();
  const mayKnow = useMay(orgGroupTypes.People);
  const { typed, setTyped, found } = useFound('People', mayKnow);
  const chosen = useQuery({
    ...entriesOf('People', value),
    enabled: mayKnow && value.length > 0,
    placeholderData: keepPreviousData,
  });
  if (!mayKnow) return <Hidden label={label} count={value.length} />;
  const names = new Map([...(chosen.data?.items ?? []), ...found].map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      label={label}
      description={hint}
      inputWrapperOrder={wrapperOrder}
      placeholder={value.length === 0 ? t('ruleBuilder.listed.choosePeople') : undefined}
      data={[
        ...found.filter(({ id }) => !value.includes(id)).map(({ id, name }) => ({ value: id, label: name })),
        // Their names are on their way.
        ...value.map((id) => ({ value: id, label: names.get(id) ?? '…' })),
      ]}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={everything}
      hidePickedOptions
      maxValues={maxNamed}
      nothingFoundMessage={t('ruleBuilder.listed.noPerson')}
      value={[...value]}
      error={error}
      onChange={onChange}
    />
  );
}

/** Groups of people or vehicles; whoever is in them is on the list, also later. */
export function GroupsField({ label, hint, error, kind, value, onChange }: ListedFieldProps) {
  const { t } = useTranslation();
  const type = typeOf(kind);
  const mayKnow = useMay(orgGroupTypes[type]);
  const groups = useQuery({ ...allGroups(type), enabled: mayKnow });
  if (!mayKnow) return <Hidden label={label} count={value.length} />;
  if (groups.data?.items.length === 0)
    return (
      <div>
        <p className={classes.listLabel}>{label}</p>
        <p className={classes.quiet}>
          {t(`ruleBuilder.listed.noGroups.${type}`)}{' '}
          <Link
            className={classes.link}
            to="/database/groups/$groupType"
            params={{ groupType: type.toLowerCase() }}
            search={type === 'People' ? { createPeople: 'true' } : { createVehicles: 'true' }}
          >
            {t('ruleBuilder.listed.makeGroup')}
          </Link>
        </p>
      </div>
    );
  const names = new Map(groups.data?.items.map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      label={label}
      description={hint}
      inputWrapperOrder={wrapperOrder}
      placeholder={value.length === 0 ? t('ruleBuilder.listed.chooseGroups') : undefined}
      data={[...new Set([...names.keys(), ...value])].map((id) => ({ value: id, label: names.get(id) ?? '…' }))}
      searchable
      hidePickedOptions
      maxValues={mostGroups}
      nothingFoundMessage={t('ruleBuilder.listed.noGroup')}
      value={[...value]}
      error={error}
      onChange={onChange}
    />
  );
}

/** Plates that are typed, or taken over from vehicles of the directory. */
export function PlatesField({ label, hint, error, value, onChange }: ListedFieldProps) {
  const { t } = useTranslation();
  const mayKnow = useMay(orgGroupTypes.Vehicles);
  const { typed, setTyped, found } = useFound('Vehicles', mayKnow);
  return (
    <>
      <WordsField label={label} hint={hint} words={value} error={error} onChange={onChange} />
      {mayKnow && (
        <Select
          label={t('ruleBuilder.listed.addVehicle')}
          placeholder={t('ruleBuilder.listed.chooseVehicle')}
          data={found.filter(({ name }) => !value.includes(name)).map(({ name }) => name)}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          filter={everything}
          nothingFoundMessage={t('ruleBuilder.listed.noVehicle')}
          value={null}
          onChange={(plate) => {
            if (plate !== null) onChange([...value, plate]);
          }}
        />
      )}
    </>
  );
}
