import { useTranslation } from 'react-i18next';
import { AttentionList } from '../../../features/attention/attention-list.tsx';
import { RecentNotices } from '../../../features/edges/notices/recent-notices.tsx';
import { SilentEdges } from '../../../features/edges/silent-edges.tsx';
import { useMay } from '../../../platform/session/may.ts';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Denied } from '../../../ui/permissions/denied.tsx';
import classes from './operator.module.css';
import { useOperatorPreferences } from './operator-preferences.ts';
import { useQueueTone } from './use-queue-tone.ts';

const noticesShown = 20;
/** Sections of their own, which a person may have chosen not to see. */
const toldBeside = ['core', 'notice'] as const;

/** What needs somebody now: cameras, cores, and what cores said. It keeps itself true. */
export function OperatorPage() {
  const { t } = useTranslation();
  const { states, showsCores, showsNotices, hasTone } = useOperatorPreferences();
  const mayCameras = useMay('CameraView');
  const mayCores = useMay('CoreView');
  useQueueTone(mayCameras ? states : [], hasTone);
  return (
    <>
      <PageHeader title={t('pages.operator.title')}>
        <ButtonLink to="/operator-settings" variant="default">
          {t('pages.operatorSettings.title')}
        </ButtonLink>
        <ButtonLink to="/location/list" variant="default">
          {t('pages.operator.devices')}
        </ButtonLink>
      </PageHeader>
      <div className={classes.columns}>
        <div className={classes.queue}>
          {mayCameras ? (
            <AttentionList states={states} without={toldBeside} />
          ) : (
            <Denied permission="CameraView" isPart />
          )}
        </div>
        <div>
          {showsCores && (
            <section className={classes.section}>
              <h2>{t('pages.operator.cores')}</h2>
              {mayCores ? <SilentEdges /> : <Denied permission="CoreView" isPart />}
            </section>
          )}
          {showsNotices && mayCores && (
            <section className={classes.section}>
              <h2>{t('pages.operator.notices')}</h2>
              <RecentNotices limit={noticesShown} />
            </section>
          )}
        </div>
      </div>
    </>
  );
}
