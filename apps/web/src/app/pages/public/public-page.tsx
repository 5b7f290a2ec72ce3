import { useTranslation } from 'react-i18next';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { PublicFrame } from './public-frame.tsx';
import classes from './public.module.css';

/** What anybody may see of this installation without signing in. */
export function PublicPage() {
  const { t } = useTranslation();
  const info = useAppInfo();
  return (
    <PublicFrame title={info?.productName ?? t('common.app.name')}>
      <p className={classes.lead}>{t('pages.public.lead')}</p>
      {info !== undefined && (
        <p className={classes.text}>
          {t('pages.support.version')}: <bdi dir="ltr">{info.version}</bdi>
        </p>
      )}
      {info?.supportEmail != null && (
        <p className={classes.text}>
          {t('pages.support.email')}:{' '}
          <a href={`mailto:${info.supportEmail}`}>
            <bdi dir="ltr">{info.supportEmail}</bdi>
          </a>
        </p>
      )}
      <p className={classes.lead}>
        <ButtonLink to="/auth/login">{t('pages.public.signIn')}</ButtonLink>
      </p>
    </PublicFrame>
  );
}
