import type { AttentionItem } from '@sightline/contracts/attention/attention';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface AttentionLinkProps {
  item: AttentionItem;
  className: string | undefined;
  children: ReactNode;
}

/** Leads to where something can be looked at or mended: of a gap to its beginning. */
export function AttentionLink({ item, className, children }: AttentionLinkProps) {
  const shared = { className, preload: false as const, children };
  switch (item.kind) {
    case 'gap':
      return (
        <Link
          to="/camera/$cameraId"
          params={{ cameraId: item.cameraId }}
          search={{ at: String(item.fromUtcMs) }}
          {...shared}
        />
      );
    case 'camera':
    case 'recordingOff':
      return <Link to="/camera/$cameraId" params={{ cameraId: item.cameraId }} {...shared} />;
    case 'export':
      return <Link to="/archive/main" {...shared} />;
    case 'credential':
      return item.of === 'apiKey' ? (
        <Link to="/settings/api-settings" {...shared} />
      ) : (
        <Link to="/settings/auth" {...shared} />
      );
    case 'dispatch':
      return <Link to="/alarm-management" {...shared} />;
    case 'receiver':
      return item.isService ? (
        <Link to="/settings/integrations/list" {...shared} />
      ) : (
        <Link to="/settings/integrations/webhooks/$webhookId" params={{ webhookId: item.webhookId }} {...shared} />
      );
    default:
      return <Link to="/edge-edit/$edgeId" params={{ edgeId: item.edgeId }} {...shared} />;
  }
}
