import type { Trip, TripImage } from '@passeio/contract/trips';
import { sharedImagePath } from '~/features/trips/trip-picture';
import type { Brand } from '~/lib/settings';

/** The operator for search engines (schema.org TravelAgency). */
export function agencyFacts(settings: Brand, origin: string): object {
  const { name, legalName, cnpj, phone, email, address, city, state, socialUrl, tagline } = settings;
  return {
    '@type': 'TravelAgency',
    '@id': `${origin}/#agency`,
    name,
    url: `${origin}/`,
    ...given({ legalName, taxID: cnpj, telephone: phone, email, slogan: tagline }),
    ...(socialUrl ? { sameAs: [socialUrl] } : {}),
    ...(city
      ? {
          address: {
            '@type': 'PostalAddress',
            addressCountry: 'BR',
            addressLocality: city,
            ...given({ streetAddress: address, addressRegion: state }),
          },
        }
      : {}),
  };
}

/** A trip for search engines: what it is (TouristTrip), and when and for how much one may join it (Event). */
export function tripFacts(trip: Trip, settings: Brand, origin: string): object {
  const url = `${origin}/portal/passeio/${trip.slug}`;
  const agency = { '@type': 'TravelAgency', '@id': `${origin}/#agency`, name: settings.name, url: `${origin}/` };
  const images = trip.tripImages.map((image: TripImage) => `${origin}${sharedImagePath(image)}`);
  const common = {
    name: trip.title,
    url,
    ...given({ description: trip.summary }),
    ...(images[0] ? { image: images } : {}),
  };
  const offer = {
    '@type': 'Offer',
    url,
    price: (trip.priceCents / 100).toFixed(2),
    priceCurrency: 'BRL',
    availability: `https://schema.org/${trip.placesLeft > 0 ? (trip.situation === 'last_places' ? 'LimitedAvailability' : 'InStock') : 'SoldOut'}`,
  };
  const start = trip.boardingPoints[0]?.place ?? settings.city;
  return {
    '@graph': [
      {
        '@type': 'TouristTrip',
        ...common,
        provider: agency,
        offers: offer,
        itinerary: {
          '@type': 'ItemList',
          itemListElement: trip.itinerary.map(({ text }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: text,
          })),
        },
      },
      {
        '@type': 'Event',
        ...common,
        startDate: trip.date,
        endDate: trip.returnDate,
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        location: {
          '@type': 'Place',
          name: start || settings.name,
          address: { '@type': 'PostalAddress', addressCountry: 'BR', ...given({ addressLocality: settings.city }) },
        },
        organizer: agency,
        offers: offer,
      },
    ],
  };
}

/** The fields that have a value. */
function given(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
