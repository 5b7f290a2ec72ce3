import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CamerasPaged } from './cameras-paged.tsx';
import { useMay } from '../../platform/session/may.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** Cameras by name, ten on a page; the page is in the address. */
export function CamerasPage() {
  const { t } = useTranslation();
  const { page, q } = useSearch({ from: '/shell/organization/cameras' });
  const navigate = useNavigate();
  const mayAdd = useMay('CameraCreate');
  const mayEdit = useMay('CameraEdit');
  const noResults =
    q === undefined ? (
      <EmptyState title={t('cameras.empty.title')} text={t('cameras.empty.text')} />
    ) : (
      <EmptyState title={t('cameras.list.noneNamed', { query: q })} text={t('cameras.list.noneHint')} />
    );
  return (
    <>
      <PageHeader title={t('cameras.list.label')}>
        {mayEdit && (
          <ButtonLink to="/cameras/accounts" variant="default">
            {t('cameraDevices.credentials.title')}
          </ButtonLink>
        )}
        {mayAdd && <ButtonLink to="/cameras/add">{t('cameras.add.action')}</ButtonLink>}
      </PageHeader>
      <Toolbar>
        <SearchField
          label={t('cameras.list.search')}
          value={q ?? ''}
          onChange={(typed) =>
            void navigate({ to: '/cameras', search: typed === '' ? {} : { q: typed }, replace: true })
          }
        />
      </Toolbar>
      <CamerasPaged
        key={q ?? ''}
        search={q}
        page={Math.max(1, Math.trunc(Number(page ?? 1)) || 1)}
        onPage={(next) => void navigate({ to: '/cameras', search: { q, page: String(next) } })}
        noResults={noResults}
      />
    </>
  );
}
