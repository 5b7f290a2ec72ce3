import { peopleCalls } from '@sightline/contracts/people/people.api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callPages } from '../../../platform/api/client.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import page from '../../../ui/page/settings-list.module.css';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { isOpen } from './erasure-state.ts';
import { ErasuresTable } from './erasures-table.tsx';
import classes from '../people.module.css';

/** So often it is looked whether the server, or a core, has done it. */
const lookAgainMs = 3_000;

/** What was erased of faces, where, and what waits for a core that is away. */
export function ErasuresPage() {
  const { t } = useTranslation();
  const list = useInfiniteQuery({
    ...callPages(peopleCalls.forgettings, { query: { limit: 60 } }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isOpen)) === true ? lookAgainMs : false,
  });
  return (
    <div className={page.page}>
      <PageHeader
        title={t('people.erasures.title')}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'people', link: <Link to="/database/people">{t('people.list.title')}</Link> },
        ]}
      />
      <p className={classes.lead}>{t('people.erasures.lead')}</p>
      <div className={page.list}>
        <ListScreen
          list={list}
          failed={t('people.erasures.failed')}
          isEmpty={({ pages }) => pages[0]?.total.value === 0}
          empty={<EmptyState title={t('people.erasures.emptyTitle')} text={t('people.erasures.emptyText')} />}
        >
          {({ pages }) => (
            <ErasuresTable
              rows={pages.flatMap(({ items }) => items)}
              total={pages[0]?.total.value ?? 0}
              onEndReached={() => void (list.hasNextPage && !list.isFetchingNextPage && list.fetchNextPage())}
            />
          )}
        </ListScreen>
      </div>
    </div>
  );
}
