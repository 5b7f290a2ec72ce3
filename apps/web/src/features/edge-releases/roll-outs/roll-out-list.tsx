import type { RollOut } from '@sightline/contracts/edge-releases/roll-out';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { Section } from '../../../ui/page/section.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { PlainTable, type PlainColumn } from '../../../ui/table/plain-table.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { machineText } from '../plain-text.tsx';
import { rollOuts, useRollOutUpdates } from './roll-out-queries.ts';
import { rollOutSign } from './roll-out-signs.tsx';

const total = ({ counts }: RollOut): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const columnsOf = (t: TFunction): PlainColumn<RollOut>[] => [
  {
    id: 'version',
    header: t('edgeReleases.list.version'),
    cell: ({ id, version }: RollOut) => (
      <Link to="/location/roll-outs/$rollOutId" params={{ rollOutId: id }}>
        {machineText(version)}
      </Link>
    ),
  },
  {
    id: 'system',
    header: t('edgeReleases.list.system'),
    cell: ({ platform, arch }: RollOut) => machineText(`${platform} ${arch}`),
  },
  { id: 'state', header: t('edgeReleases.rollOut.stateTitle'), cell: (row: RollOut) => rollOutSign(t, row) },
  {
    id: 'cores',
    header: t('edgeReleases.rollOut.updatedCores'),
    isNumber: true,
    cell: (row: RollOut) => (
      <bdi>{t('edgeReleases.rollOut.ofAll', { count: row.counts.updated, all: formatCount(total(row)) })}</bdi>
    ),
  },
  {
    id: 'at',
    header: t('edgeReleases.rollOut.begunAt'),
    isNumber: true,
    cell: ({ requestedAt }: RollOut) => <Moment utcMs={requestedAt} timeZone={ownZone()} to="time" />,
  },
];

/** Roll-outs of the organization, newest first; each leads to its cores. */
export function RollOutList() {
  const { t } = useTranslation();
  useRollOutUpdates();
  const found = useQuery(rollOuts());
  return (
    <ListScreen
      list={found}
      failed={t('edgeReleases.rollOut.failed')}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('edgeReleases.rollOut.none')} text={t('edgeReleases.rollOut.noneHint')} />}
    >
      {({ items }) => (
        <Section>
          <PlainTable
            label={t('edgeReleases.rollOut.title')}
            columns={columnsOf(t)}
            rows={items}
            rowKey={({ id }) => id}
          />
        </Section>
      )}
    </ListScreen>
  );
}
