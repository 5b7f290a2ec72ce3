import type { Edge } from '@sightline/contracts/edges/edge';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../platform/session/may.ts';
import { Section } from '../../../ui/page/section.tsx';
import { RecoveryDocument } from './recovery-document.tsx';
import { ReplaceEdge } from './replace-edge.tsx';

/** The way back after a core has failed: another machine in its place, and the document that is kept for that day. */
export function Recovery({ edge, timeZone }: { edge: Edge; timeZone: string }) {
  const { t } = useTranslation();
  const mayReplace = useMay('CoreCreate', edge.id);
  return (
    <>
      {mayReplace && edge.state !== 'unclaimed' && (
        <Section title={t('edges.replace.title')}>
          <ReplaceEdge edge={edge} />
        </Section>
      )}
      <Section title={t('edges.recovery.title')}>
        <RecoveryDocument edge={edge} timeZone={timeZone} />
      </Section>
    </>
  );
}
