/** The demonyms that the forms offer, ending with Other. */
export const nationalities = [
  'Singaporean', 'American', 'Australian', 'Bangladeshi', 'British', 'Bruneian', 'Burmese', 'Cambodian', 'Canadian', 'Chinese',
  'Dutch', 'Filipino', 'French', 'German', 'Indian', 'Indonesian', 'Irish', 'Italian', 'Japanese', 'Korean', 'Laotian', 'Malaysian',
  'Nepalese', 'New Zealander', 'Pakistani', 'Portuguese', 'Russian', 'South African', 'Spanish', 'Sri Lankan', 'Swiss', 'Taiwanese',
  'Thai', 'Vietnamese', 'Other',
] as const
