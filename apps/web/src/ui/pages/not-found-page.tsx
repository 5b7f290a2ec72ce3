import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../links/button-link.tsx';
import { EmptyState } from '../states/empty-state.tsx';

/** Nothing at this address; also shown for what the person may not see. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <EmptyState isPage title={t('shell.notFound.title')} text={t('shell.notFound.detail')}>
      <ButtonLink to="/location/home">{t('shell.notFound.action')}</ButtonLink>
    </EmptyState>
  );
}
