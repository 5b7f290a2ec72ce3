import { ActionIcon } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import page from '../../ui/page/settings-list.module.css';
import { AddPerson } from './add-person.tsx';
import { PersonFromFile } from './person-from-file.tsx';
import { PersonDetailsDialog } from './details/person-details-dialog.tsx';
import { ExistingPeople } from './existing-people.tsx';
import { peoplePages, unsavedPages } from './people-queries.ts';
import type { PeopleSearch } from './people-search.ts';
import { UnsavedPeople } from './unsaved/unsaved-people.tsx';

/** The directory of people: those who are known, and those whom nobody has named. */
export function PeoplePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/organization/database-area/database/people' });
  const { tab = 'existing', search: text = '', person, addPersonFromFile } = search;
  const existing = useInfiniteQuery({ ...peoplePages(text), placeholderData: (last) => last });
  const unsaved = useInfiniteQuery(unsavedPages);
  const go = (next: PeopleSearch): void =>
    void navigate({ to: '/database/people', search: { ...search, ...next }, replace: true });
  const unsavedTotal = unsaved.data?.pages[0]?.total;
  return (
    <div className={page.page}>
      <PageHeader
        title={t('people.list.title')}
        parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
      >
        <ActionIcon
          size={36}
          aria-label={t('people.erasures.open')}
          title={t('people.erasures.open')}
          renderRoot={(props) => <Link to="/database/erasures" {...props} />}
        >
          <IconEraser size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
        <AddPerson
          hasUnsaved={(unsavedTotal?.value ?? 0) > 0}
          onFromFile={() => go({ addPersonFromFile: 'true' })}
          onFromCameras={() => go({ tab: 'unsaved' })}
        />
      </PageHeader>
      <PageTabs
        label={t('people.list.tabs')}
        value={tab}
        tabs={[
          { value: 'existing', label: t('people.list.existing'), count: existing.data?.pages[0]?.total },
          { value: 'unsaved', label: t('people.list.unsaved'), count: unsavedTotal },
        ]}
        onChange={(value) => go({ tab: value })}
      />
      {tab === 'existing' ? (
        <ExistingPeople
          list={existing}
          text={text}
          onSearch={(value) => go({ search: value === '' ? undefined : value })}
          onOpen={(id) => go({ person: id })}
          onFromFile={() => go({ addPersonFromFile: 'true' })}
        />
      ) : (
        <UnsavedPeople list={unsaved} />
      )}
      {addPersonFromFile === 'true' && (
        <PersonFromFile
          onClose={() => go({ addPersonFromFile: undefined })}
          onKnown={(id) => go({ addPersonFromFile: undefined, tab: 'existing', person: id })}
        />
      )}
      {person !== undefined && (
        <PersonDetailsDialog
          personId={person}
          name={existing.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === person)?.name}
          onClose={() => go({ person: undefined })}
        />
      )}
    </div>
  );
}
