import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { RollOutCandidate } from '@sightline/contracts/edge-releases/roll-out';
import { isolate } from '@sightline/domain/texts/isolate';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { CheckList, type CheckRow } from '../../../ui/lists/check-list.tsx';
import {
  filteredCores,
  isFound,
  sitesOf,
  unknownVersion,
  versionsOf,
  withShown,
  type CoreFilter,
} from './roll-out-filter.ts';
import { canTake, type RollOutValues } from './roll-out-values.ts';
import classes from './roll-out-choice.module.css';

interface ChoiceProps {
  form: UseFormReturnType<RollOutValues>;
  candidates: readonly RollOutCandidate[];
}

/** Choosing cores one by one, or all that a filter leaves. */
export function ChosenCores({ form, candidates }: ChoiceProps) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<CoreFilter>({ search: '', version: undefined, link: undefined });
  const versions = useMemo(() => versionsOf(candidates), [candidates]);
  const shown = useMemo(() => filteredCores(candidates, filter), [candidates, filter]);
  const narrow = (part: Partial<CoreFilter>): void => setFilter((before) => ({ ...before, ...part }));
  const noteOf = ({ isCurrent, problem, version, isOnline, locationName }: RollOutCandidate): string => {
    // A name keeps its own direction, whatever stands beside it.
    const site = isolate(locationName);
    if (problem !== null) return `${site} · ${t(`errors.${problem}`)}`;
    if (isCurrent) return `${site} · ${t('edgeReleases.rollOut.form.isCurrent')}`;
    const runs = t('edgeReleases.rollOut.form.runs', { site, version: version ?? '–' });
    return isOnline ? runs : `${runs} · ${t('edgeReleases.rollOut.form.offline')}`;
  };
  const rows = shown.map((core) => ({
    id: core.edgeId,
    name: core.name,
    note: noteOf(core),
    isDisabled: !canTake(core),
  }));
  const count = t('edgeReleases.rollOut.form.chosen', {
    chosen: formatCount(form.values.chosen.length),
    all: formatCount(candidates.filter(canTake).length),
  });
  return (
    <Choice form={form} label={t('edgeReleases.rollOut.form.some')} rows={rows} count={count}>
      <SearchField
        label={t('edgeReleases.rollOut.form.search')}
        value={filter.search}
        onChange={(search) => narrow({ search })}
      />
      <ChoiceFilter
        label={t('edgeReleases.list.version')}
        value={filter.version}
        options={versions.map((value) => ({
          value,
          label: value === unknownVersion ? t('edgeReleases.rollOut.form.versionUnknown') : value,
        }))}
        onChange={(version) => narrow({ version })}
      />
      <ChoiceFilter
        label={t('edgeReleases.rollOut.form.link')}
        value={filter.link}
        options={[
          { value: 'online', label: t('edgeReleases.rollOut.form.linked') },
          { value: 'offline', label: t('edgeReleases.rollOut.form.unlinked') },
        ]}
        onChange={(link) => narrow({ link })}
      />
    </Choice>
  );
}

/** Choosing whole sites, each with the cores there that can take the release. */
export function ChosenSites({ form, candidates }: ChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const sites = useMemo(() => sitesOf(candidates), [candidates]);
  const chosen = new Set(form.values.chosen);
  const rows = sites
    .filter(({ name }) => isFound(search, name))
    .map(({ id, name, count }) => ({
      id,
      name,
      note: t('edgeReleases.rollOut.form.coresThere', { count }),
      isDisabled: false,
    }));
  const cores = sites.reduce((sum, { id, count }) => sum + (chosen.has(id) ? count : 0), 0);
  const counts = [
    t('edgeReleases.rollOut.form.chosen', { chosen: formatCount(chosen.size), all: formatCount(sites.length) }),
    ...(cores === 0 ? [] : [t('edgeReleases.rollOut.form.coresThere', { count: cores })]),
  ];
  return (
    <Choice form={form} label={t('edgeReleases.rollOut.form.sites')} rows={rows} count={counts.join(' · ')}>
      <SearchField label={t('edgeReleases.rollOut.form.searchSites')} value={search} onChange={setSearch} />
    </Choice>
  );
}

interface ListProps {
  form: UseFormReturnType<RollOutValues>;
  label: string;
  rows: readonly CheckRow[];
  /** How many are chosen, in words. */
  count: string;
  /** What narrows the list. */
  children: ReactNode;
}

function Choice({ form, label, rows, count, children }: ListProps) {
  const { t } = useTranslation();
  const { chosen } = form.values;
  const ids = new Set(chosen);
  const able = rows.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id);
  const areChosen = able.length > 0 && able.every((id) => ids.has(id));
  const change = (next: string[]): void => {
    form.setValues({ chosen: next, firstEdgeId: '' });
    form.clearFieldError('chosen');
  };
  return (
    <Stack gap={8} role="group" aria-label={label} className={classes.choice}>
      <Row wrap align="center" gap={8} className={classes.filters}>
        {children}
      </Row>
      {rows.length === 0 ? (
        <p className={classes.none}>{t('edgeReleases.rollOut.form.noneFound')}</p>
      ) : (
        <CheckList
          label={label}
          rows={rows}
          chosen={ids}
          onToggle={({ id }) => change(ids.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
          onChooseAll={() => !areChosen && change(withShown(chosen, able))}
        />
      )}
      <Row wrap align="center" justify="between" gap={8} className={classes.foot}>
        <span role="status">{count}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={able.length === 0}
          onClick={() => change(withShown(chosen, able))}
        >
          {t(areChosen ? 'edgeReleases.rollOut.form.leaveShown' : 'edgeReleases.rollOut.form.chooseShown', {
            shown: formatCount(able.length),
          })}
        </Button>
      </Row>
      {form.errors.chosen !== undefined && (
        <p className={classes.wrong} role="alert">
          {form.errors.chosen}
        </p>
      )}
    </Stack>
  );
}
