import { publicFares } from '@passeio/contract/fare-labels';
import { isForAdults } from '@passeio/contract/trips/pricing';
import type { Trip, TripImage } from '@passeio/contract/trips/trips';
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
    ...withoutEmpty({ legalName, taxID: cnpj, telephone: phone, email, slogan: tagline }),
    ...(socialUrl ? { sameAs: [socialUrl] } : {}),
    ...(city
      ? {
          address: {
            '@type': 'PostalAddress',
            addressCountry: 'BR',
            addressLocality: city,
            ...withoutEmpty({ streetAddress: address, addressRegion: state }),
          },
        }
      : {}),
  };
}

/** Another date of a trip. */
interface DateFacts extends Pick<Trip, 'slug' | 'date' | 'returnDate' | 'priceCents'> {
  isSoldOut: boolean;
}

/**
 * A trip for search engines: what it is (TouristTrip), and when and for how much one may join it, an Event for each of
 * its dates.
 */
export function tripFacts(
  trip: Trip,
  otherDates: readonly DateFacts[],
  { settings, origin }: { settings: Brand; origin: string },
): object {
  const url = `${origin}/portal/passeio/${trip.slug}`;
  const agency = { '@type': 'TravelAgency', '@id': `${origin}/#agency`, name: settings.name, url: `${origin}/` };
  const images = trip.tripImages.map((image: TripImage) => `${origin}${sharedImagePath(image)}`);
  const common = {
    name: trip.title,
    url,
    ...withoutEmpty({ description: trip.summary }),
    ...(images[0] ? { image: images } : {}),
  };
  const offer = offerOf(trip, url);
  const start = trip.boardingPoints[0]?.place ?? settings.city;
  const event = {
    '@type': 'Event',
    ...common,
    startDate: trip.date,
    endDate: trip.returnDate,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: start || settings.name,
      address: {
        '@type': 'PostalAddress',
        addressCountry: 'BR',
        ...withoutEmpty({
          streetAddress: trip.boardingPoints[0]?.address ?? '',
          addressLocality: settings.city,
        }),
      },
    },
    organizer: agency,
    offers: offer,
  };
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
      event,
      ...otherDates.map((other) => ({ ...event, ...eventOf(other, origin) })),
      ...(trip.faq.length > 0 ? [questionFacts(trip, url)] : []),
    ],
  };
}

function eventOf({ slug, date, returnDate, priceCents, isSoldOut }: DateFacts, origin: string): object {
  const url = `${origin}/portal/passeio/${slug}`;
  const availability = `https://schema.org/${isSoldOut ? 'SoldOut' : 'InStock'}`;
  const offers = { '@type': 'Offer', url, priceCurrency: 'BRL', availability, price: inReais(priceCents) };
  return { url, startDate: date, endDate: returnDate, offers };
}

function questionFacts({ faq }: Trip, url: string): object {
  return {
    '@type': 'FAQPage',
    url,
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** The fares that an adult may take: an offer, or several with their lowest and highest price. */
function offerOf(trip: Trip, url: string): object {
  const terms = {
    url,
    priceCurrency: 'BRL',
    availability: `https://schema.org/${trip.placesLeft > 0 ? (trip.situation === 'last_places' ? 'LimitedAvailability' : 'InStock') : 'SoldOut'}`,
  };
  const fares = publicFares(trip.fares).filter(isForAdults);
  const offers = fares.map(({ label, priceCents }) => ({
    '@type': 'Offer',
    ...terms,
    name: label,
    price: inReais(priceCents),
  }));
  if (offers.length < 2) return offers[0] ?? { '@type': 'Offer', ...terms, price: inReais(trip.priceCents) };
  return {
    '@type': 'AggregateOffer',
    ...terms,
    lowPrice: inReais(trip.priceCents),
    highPrice: inReais(Math.max(...fares.map(({ priceCents }) => priceCents))),
    offerCount: offers.length,
    offers,
  };
}

function inReais(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** The fields that have a value. */
function withoutEmpty(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
