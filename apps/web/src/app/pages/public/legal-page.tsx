import { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { currentLanguage } from '../../../platform/i18n/i18n.ts';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
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
  const legal = useQuery(callQuery(appInfoCalls.getLegalTexts, {}));
  const language = currentLanguage();
  return (
    <PublicFrame title={t(`pages.${name}.title`)}>
      <ListScreen
        list={legal}
        failed={t('pages.legal.failed')}
        isEmpty={(all) => shownLanguage({ texts: all[name], language }) === null}
        empty={
          <>
            <p className={classes.lead} data-unpublished>
              {t(`pages.${name}.none`)}
            </p>
            {children}
          </>
        }
      >
        {(all) => <OwnText texts={all[name]} language={language} />}
      </ListScreen>
    </PublicFrame>
  );
}
