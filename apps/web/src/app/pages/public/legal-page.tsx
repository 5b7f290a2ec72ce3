import { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { currentLanguage } from '../../../platform/i18n/i18n.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { OwnText, shownLanguage } from './own-text.tsx';
import { PublicFrame } from './public-frame.tsx';
import classes from './public.module.css';

interface LegalPageProps {
  name: 'terms' | 'privacy';
  /** What the software itself does, shown where nothing was published. */
  children: ReactNode;
}

/** Terms or privacy: what whoever runs the installation has published; else that it published nothing, and what the software does. */
export function LegalPage({ name, children }: LegalPageProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(callQuery(appInfoCalls.getLegalTexts, {}));
  const texts = data?.[name];
  const isOwn = texts !== undefined && shownLanguage({ texts, language: currentLanguage() }) !== null;
  return (
    <PublicFrame title={t(`pages.${name}.title`)}>
      {texts === undefined && error === null && <LoadingRows />}
      {texts === undefined && error !== null && (
        <ErrorState title={t('pages.legal.failed')} failure={error} onRetry={() => void refetch()} />
      )}
      {texts !== undefined && isOwn && <OwnText texts={texts} language={currentLanguage()} />}
      {texts !== undefined && !isOwn && (
        <>
          <p className={classes.lead} data-unpublished>
            {t(`pages.${name}.none`)}
          </p>
          {children}
        </>
      )}
    </PublicFrame>
  );
}
