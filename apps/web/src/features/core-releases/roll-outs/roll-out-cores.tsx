import { Button } from '@mantine/core';
import type { RollOutCore } from '@sightline/contracts/core-releases/roll-out';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { PlainTable, type PlainColumn } from '../../../ui/table/plain-table.tsx';
import { machineText } from '../plain-text.tsx';
import { coreSign } from './roll-out-signs.tsx';

const columnsOf = (t: TFunction): PlainColumn<RollOutCore>[] => [
  {
    id: 'name',
    header: t('coreReleases.rollOut.core'),
    cell: ({ edgeId, name }: RollOutCore) => (
      <Link to="/edge-edit/$edgeId" params={{ edgeId }} search={{ tab: 'software' }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { id: 'state', header: t('coreReleases.rollOut.stateTitle'), cell: (core: RollOutCore) => coreSign(t, core) },
  { id: 'site', header: t('coreReleases.rollOut.site'), cell: ({ locationName }: RollOutCore) => <bdi>{locationName}</bdi> },
  { id: 'version', header: t('coreReleases.update.running'), cell: ({ version }: RollOutCore) => machineText(version ?? '') },
  {
    id: 'wave',
    header: t('coreReleases.rollOut.waveTitle'),
    isNumber: true,
    cell: ({ wave }: RollOutCore) => (wave === null ? '–' : t('coreReleases.rollOut.wave', { number: formatCount(wave) })),
  },
  { id: 'cause', header: t('coreReleases.update.cause'), cell: ({ cause }: RollOutCore) => (cause === null ? '–' : t(`errors.${cause}`)) },
];

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
        {t('coreReleases.rollOut.skip', { name: core.name })}
      </Button>
    );
  const actions = { id: 'actions', header: t('coreReleases.list.actions'), cell: skip };
  return (
    <PlainTable
      label={t('coreReleases.rollOut.cores')}
      rows={cores}
      rowKey={({ edgeId }) => edgeId}
      columns={[...columnsOf(t), ...(onSkip ? [actions] : [])]}
    />
  );
}
