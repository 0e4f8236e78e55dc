package io.tidemark.functions.http;

import io.tidemark.functions.route.MediaType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Content negotiation by the Accept header (RFC 9110, section 12.5.1). */
final class Accept {
    private Accept() {}

    /** The offer that the header prefers, the earlier one on a tie; absent where it takes none. */
    static Optional<MediaType> choose(String header, List<MediaType> offers) {
        MediaType best = offers.get(0);
        double bestQuality = 0;
        for (MediaType offer : offers) {
            double quality = quality(header, offer.value());
            if (quality > bestQuality) {
                best = offer;
                bestQuality = quality;
            }
        }
        return bestQuality > 0 ? Optional.of(best) : Optional.empty();
    }

    /** The weight of the most specific range that covers the type. */
    private static double quality(String header, String type) {
        double quality = 0;
        int specificity = 0;
        for (String range : header.split(",", -1)) {
            String[] parts = range.split(";", -1);
            int precision = precision(parts[0].strip().toLowerCase(Locale.ROOT), type);
            if (precision > specificity) {
                specificity = precision;
                quality = weight(parts);
            }
        }
        return quality;
    }

    private static int precision(String range, String type) {
        if (range.equals(type)) {
            return 3;
        }
        if (range.equals(type.substring(0, type.indexOf('/')) + "/*")) {
            return 2;
        }
        return range.equals("*/*") ? 1 : 0;
    }

    private static double weight(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                String value = parameter.substring(2);
                return value.matches("[01](\\.[0-9]{0,3})?") ? Double.parseDouble(value) : 0;
            }
        }
        return 1;
    }
}
