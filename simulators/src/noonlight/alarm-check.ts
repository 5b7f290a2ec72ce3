type Fields = Record<string, unknown>;

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const kindsOfHelp = ['police', 'fire', 'medical', 'other'];

function addressFault(address: unknown): string | null {
  if (!isFields(address)) return 'location.address should be object';
  const missing = ['line1', 'city', 'state', 'zip'].find((name) => !isText(address[name]));
  if (missing !== undefined) return `location.address should have required property ${missing}`;
  // It sends nobody outside of the United States.
  if (!/^[A-Z]{2}$/.test(String(address['state']))) return 'location.address.state should be a state';
  return /^\d{5}(-\d{4})?$/.test(String(address['zip'])) ? null : 'location.address.zip should match pattern';
}

function coordinatesFault(coordinates: unknown): string | null {
  if (!isFields(coordinates)) return 'location.coordinates should be object';
  const odd = ['lat', 'lng', 'accuracy'].find((name) => typeof coordinates[name] !== 'number');
  return odd === undefined ? null : `location.coordinates should have required property ${odd}`;
}

/** What is wrong with an alarm that somebody wants to create, in the words of the service; null when nothing is. */
export function alarmFault(body: Fields | null): string | null {
  if (body === null) return 'should be object';
  const missing = ['name', 'phone'].find((name) => !isText(body[name]));
  if (missing !== undefined) return `should have required property ${missing}`;
  if (!/^1\d{10}$/.test(String(body['phone']))) return 'phone should be a number of the United States';
  const { location, services } = body;
  if (!isFields(location)) return 'should have required property location';
  if (isFields(services) && Object.keys(services).some((name) => !kindsOfHelp.includes(name)))
    return 'services should have no additional properties';
  if ('address' in location) return addressFault(location['address']);
  return 'coordinates' in location ? coordinatesFault(location['coordinates']) : 'location should have address';
}
