import type { Location } from '@sightline/contracts/locations/location';
import { DeliveryFields } from './delivery-fields.tsx';
import { SiteField } from './place-fields.tsx';
import { RetentionField } from './retention-field.tsx';

/** What all cameras of a list have in common. */
export interface CommonSettings {
  locationId: string;
  retentionDays: string;
  isWebrtc: boolean;
  isWebrtcRelay: boolean;
}

interface ListSettingsProps {
  locations: readonly Location[];
  value: CommonSettings;
  onChange: (value: CommonSettings) => void;
}

/** Site, retention and delivery for all cameras of a list. */
export function ListSettings({ locations, value, onChange }: ListSettingsProps) {
  return (
    <>
      <SiteField
        locations={locations}
        value={value.locationId}
        onChange={(locationId) => onChange({ ...value, locationId })}
      />
      <RetentionField value={value.retentionDays} onChange={(retentionDays) => onChange({ ...value, retentionDays })} />
      <DeliveryFields value={value} onChange={(change) => onChange({ ...value, ...change })} />
    </>
  );
}
