import { Button } from '@mantine/core';
import type { RollOutCore, RollOutCoreState } from '@sightline/contracts/edge-releases/roll-out';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { Lead } from '../../../ui/page/section.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { PlainTable, type PlainColumn } from '../../../ui/table/plain-table.tsx';
import { machineText } from '../plain-text.tsx';
import { coreSign } from './roll-out-signs.tsx';

const columnsOf = (t: TFunction): PlainColumn<RollOutCore>[] => [
  {
    id: 'name',
    header: t('edgeReleases.rollOut.core'),
    cell: ({ edgeId, name }: RollOutCore) => (
      <Link to="/edge-edit/$edgeId" params={{ edgeId }} search={{ tab: 'software' }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { id: 'state', header: t('edgeReleases.rollOut.stateTitle'), cell: (core: RollOutCore) => coreSign(t, core) },
  {
    id: 'site',
    header: t('edgeReleases.rollOut.site'),
    cell: ({ locationName }: RollOutCore) => <bdi>{locationName}</bdi>,
  },
  {
    id: 'version',
    header: t('edgeReleases.update.running'),
    cell: ({ version }: RollOutCore) => machineText(version ?? ''),
  },
  {
    id: 'wave',
    header: t('edgeReleases.rollOut.waveTitle'),
    isNumber: true,
    cell: ({ wave }: RollOutCore) =>
      wave === null ? '–' : t('edgeReleases.rollOut.wave', { number: formatCount(wave) }),
  },
  {
    id: 'cause',
    header: t('edgeReleases.update.cause'),
    cell: ({ cause }: RollOutCore) => (cause === null ? '–' : t(`errors.${cause}`)),
  },
];

const perPage = 50;

/** What somebody has to look at comes first. */
const allStates = [
  'failed',
  'unfit',
  'updating',
  'settling',
  'waiting',
  'updated',
  'skipped',
] as const satisfies readonly RollOutCoreState[];

/** A state with how many cores are in it. */
const stateOption = (t: TFunction, cores: readonly RollOutCore[], state: RollOutCoreState): string => {
  const count = cores.filter((core) => core.state === state).length;
  return `${t(`edgeReleases.rollOut.coreState.${state}`)} (${formatCount(count)})`;
};

interface RollOutCoresProps {
  cores: readonly RollOutCore[];
  isBusy: boolean;
  /** Null where nothing may be decided. */
  onSkip: ((core: RollOutCore) => void) | null;
}

/** Cores of a roll-out, each with its step and, where it failed, why. */
export function RollOutCores({ cores, isBusy, onSkip }: RollOutCoresProps) {
  const { t } = useTranslation();
  const skip = (core: RollOutCore) =>
    onSkip !== null &&
    (core.state === 'failed' || core.state === 'waiting') && (
      <Button variant="default" size="compact-sm" disabled={isBusy} onClick={() => onSkip(core)}>
        {t('edgeReleases.rollOut.skip', { name: core.name })}
      </Button>
    );
  const actions = { id: 'actions', header: t('edgeReleases.list.actions'), cell: skip };
  const [chosen, setChosen] = useState<RollOutCoreState | undefined>();
  const [asked, setAsked] = useState(1);
  const states = allStates.filter((state) => cores.some((core) => core.state === state));
  // A state that nobody is in any longer would hide all of them.
  const state = chosen !== undefined && states.includes(chosen) ? chosen : undefined;
  const matching = cores.filter((core) => state === undefined || core.state === state);
  const page = Math.min(asked, Math.max(1, Math.ceil(matching.length / perPage)));
  return (
    <>
      {states.length > 1 && (
        <Lead>
          <ChoiceFilter
            label={t('edgeReleases.rollOut.stateTitle')}
            value={state}
            options={states.map((value) => ({ value, label: stateOption(t, cores, value) }))}
            onChange={(next) => {
              setChosen(next);
              setAsked(1);
            }}
          />
        </Lead>
      )}
      <PlainTable
        label={t('edgeReleases.rollOut.cores')}
        rows={matching.slice((page - 1) * perPage, page * perPage)}
        rowKey={({ edgeId }) => edgeId}
        columns={[...columnsOf(t), ...(onSkip ? [actions] : [])]}
      />
      <Pager page={page} perPage={perPage} total={matching.length} onChange={setAsked} />
    </>
  );
}
