import type { EdgeSystemStatus } from '@sightline/contracts/edges/edge-health';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/page/section.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { AsOf } from '../as-of.tsx';
import { systemStatusOf } from '../edge-queries.ts';

interface SystemSectionProps {
  edgeId: string;
  title: string;
  /** Zone of its site; absent where nothing is shown of a core that is away. */
  timeZone?: string;
  children: (status: EdgeSystemStatus) => ReactNode;
}

/** A section about how a core is, or of one that is away, how it was. */
export function SystemSection({ edgeId, title, timeZone, children }: SystemSectionProps) {
  const { t } = useTranslation();
  const status = useQuery(systemStatusOf(edgeId));
  return (
    <Section title={title}>
      <ListScreen list={status} failed={t('edges.system.failed')} rows={3}>
        {(known) => (
          <>
            {timeZone !== undefined && <AsOf edge={known} timeZone={timeZone} />}
            {children(known)}
          </>
        )}
      </ListScreen>
    </Section>
  );
}
