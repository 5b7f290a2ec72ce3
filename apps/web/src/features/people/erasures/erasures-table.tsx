import type { Forgetting } from '@sightline/contracts/people/person';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { listText } from '../../../platform/i18n/list-text.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { DataTable, type Column } from '../../../ui/table/data-table.tsx';
import { Moment } from '../../../ui/time/moment.tsx';

const kinds = ['faces', 'vectors', 'pictures', 'sightings'] as const;

/** What was erased, in words; zero is not said unless all of it is. */
function erasedText(t: TFunction, { erased }: Forgetting): string {
  const said = kinds.filter((kind) => erased[kind] > 0);
  if (said.length === 0) return t('people.erasures.nothing');
  return listText(
    said.map((kind) => t(`people.erasures.erased.${kind}`, { count: erased[kind], shown: formatCount(erased[kind]) })),
    'and',
  );
}

function stateText(t: TFunction, { doneAtUtcMs, waitingFor }: Forgetting): string {
  if (doneAtUtcMs === null) return t('people.erasures.running');
  if (waitingFor.length === 0) return t('people.erasures.done');
  return t('people.erasures.waits', {
    cores: listText(
      waitingFor.map(({ name }) => name),
      'and',
    ),
    isolated: false,
  });
}

const columnsOf = (t: TFunction, timeZone: string): Column<Forgetting>[] => [
  {
    id: 'what',
    header: t('people.erasures.what'),
    track: 'minmax(130px, 1fr)',
    phone: 'title',
    cell: ({ cause, name }) =>
      cause === 'location' ? <bdi>{name ?? t('people.erasures.location')}</bdi> : t(`people.erasures.cause.${cause}`),
  },
  {
    id: 'when',
    header: t('people.erasures.when'),
    track: '170px',
    phone: 'end',
    cell: ({ askedAtUtcMs }) => <Moment utcMs={askedAtUtcMs} timeZone={timeZone} to="time" />,
  },
  {
    id: 'erased',
    header: t('people.erasures.erasedHere'),
    track: 'minmax(280px, 3fr)',
    cell: (one) => erasedText(t, one),
  },
  {
    id: 'state',
    header: t('people.erasures.state'),
    track: 'minmax(150px, 1.2fr)',
    phone: 'second',
    cell: (one) => stateText(t, one),
  },
];

interface ErasuresTableProps {
  rows: readonly Forgetting[];
  total: number;
  onEndReached: () => void;
}

/** Reports of what was erased, newest first. */
export function ErasuresTable(props: ErasuresTableProps) {
  const { t } = useTranslation();
  const timeZone = ownZone();
  return (
    <DataTable
      {...props}
      label={t('people.erasures.title')}
      columns={columnsOf(t, timeZone)}
      rowKey={({ id }) => id}
      isOnlyRead
    />
  );
}
