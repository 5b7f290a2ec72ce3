import type { StaffUser } from '@sightline/contracts/users/user';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { useSession } from '../../platform/session/session-store.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { TimeField } from '../../ui/time/time-field.tsx';
import { MomentText } from './moment-text.tsx';
import { dayEdge, staffFilter, staffPerPage, type StaffAsked } from './staff-filter.ts';

const useColumns = (): Column<StaffUser>[] => {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('users.list.name'),
      track: 'minmax(140px, 2fr)',
      phone: 'title',
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      id: 'email',
      header: t('users.list.email'),
      track: 'minmax(140px, 2fr)',
      phone: 'second',
      cell: ({ email }) => <bdi dir="ltr">{email}</bdi>,
    },
    {
      id: 'orgs',
      header: t('users.staff.organizations'),
      track: 'minmax(120px, 2fr)',
      cell: ({ orgs }) => (
        <bdi title={orgs.map(({ name }) => name).join(', ')}>{orgs.map(({ name }) => name).join(', ')}</bdi>
      ),
    },
    {
      id: 'made',
      header: t('users.staff.made'),
      track: '168px',
      cell: ({ createdAt }) => <MomentText utcMs={createdAt} />,
    },
    {
      id: 'seen',
      header: t('users.list.lastSeen'),
      track: '168px',
      cell: ({ lastSeenAt }) => <MomentText utcMs={lastSeenAt} />,
    },
  ];
};

/** People of all organizations, for the staff of the installation: made or seen in a range, 20 a page. */
export function StaffPeople() {
  const { t } = useTranslation();
  const columns = useColumns();
  const { organizations } = useSession();
  const [asked, setAsked] = useState<StaffAsked>({ query: '', org: undefined, from: '', to: '', page: 1 });
  const change = (part: Partial<StaffAsked>): void => setAsked((before) => ({ ...before, page: 1, ...part }));
  const zone = ownZone();
  const people = useQuery({
    ...callQuery(usersCalls.findAll, { body: staffFilter(asked, (day, addDays) => dayEdge(day, addDays, zone)) }),
    placeholderData: (last) => last,
  });
  const seen = (people.data?.items ?? []).flatMap(({ orgs }) => orgs);
  const known = new Map([
    ...organizations.map(({ organizationId, name }) => [organizationId, name] as const),
    ...seen.map(({ id, name }) => [id, name] as const),
  ]);
  const total = people.data?.totalItemsCount;
  return (
    <>
      <Toolbar
        end={total === undefined ? undefined : t('users.list.total', { count: total, shown: formatCount(total) })}
      >
        <SearchField label={t('users.list.search')} value={asked.query} onChange={(query) => change({ query })} />
        <ChoiceFilter
          label={t('users.staff.organization')}
          value={asked.org}
          options={[...known].map(([value, label]) => ({ value, label }))}
          onChange={(org) => change({ org })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TimeField
            key={end}
            kind="day"
            aria-label={t(`users.staff.${end}`)}
            title={t(`users.staff.${end}`)}
            value={asked[end]}
            onChange={(day) => change({ [end]: day })}
          />
        ))}
      </Toolbar>
      <ListScreen
        list={people}
        failed={t('users.list.failed')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('users.staff.none')} text={t('users.staff.noneText')} />}
      >
        {(data) => (
          <DataTable
            label={t('users.staff.label')}
            columns={columns}
            rows={data.items}
            rowKey={({ id }) => id}
            total={data.items.length}
          />
        )}
      </ListScreen>
      {total !== undefined && (
        <Pager page={asked.page} perPage={staffPerPage} total={total} onChange={(page) => change({ page })} />
      )}
    </>
  );
}
