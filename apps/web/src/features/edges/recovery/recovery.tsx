import type { Edge } from '@sightline/contracts/edges/edge';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/session/may.ts';
import classes from '../../../ui/forms/form.module.css';
import { RecoveryDocument } from './recovery-document.tsx';
import { ReplaceEdge } from './replace-edge.tsx';

/** The way back after a core has failed: another machine in its place, and the document that is kept for that day. */
export function Recovery({ edge, timeZone }: { edge: Edge; timeZone: string }) {
  const { t } = useTranslation();
  const mayReplace = useMay('CoreCreate', edge.id);
  return (
    <>
      {mayReplace && edge.state !== 'unclaimed' && (
        <section className={classes.section}>
          <h2>{t('edges.replace.title')}</h2>
          <ReplaceEdge edge={edge} />
        </section>
      )}
      <section className={classes.section}>
        <h2>{t('edges.recovery.title')}</h2>
        <RecoveryDocument edge={edge} timeZone={timeZone} />
      </section>
    </>
  );
}
