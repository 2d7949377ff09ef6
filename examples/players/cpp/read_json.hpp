// Reads JSON, as much of it as questions are made of, and writes its strings.

#pragma once

#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

/// A value; which of the members means something is said by `kind`.
struct Json {
    enum class Kind { Null, Boolean, Number, Text, List, Object };

    Kind kind = Kind::Null;
    bool truth = false;
    double number = 0;
    std::string text;
    /// What is in a list, or in an object: there `names[i]` is the name of `items[i]`.
    std::vector<Json> items;
    std::vector<std::string> names;

    /// What an object has by this name; null where there is nothing.
    const Json& operator[](const std::string& name) const {
        static const Json nothing;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == name) return items[i];
        }
        return nothing;
    }
};

class JsonReader {
public:
    explicit JsonReader(const std::string& text) : text(text) {}

    Json read() {
        Json value = readValue();
        skipSpace();
        if (at != text.size()) fail("the end");
        return value;
    }

private:
    const std::string& text;
    std::size_t at = 0;

    [[noreturn]] void fail(const std::string& expected) const {
        throw std::runtime_error("the question is not JSON: " + expected + " expected at " + std::to_string(at));
    }

    void skipSpace() {
        while (at < text.size() && std::string(" \t\r\n").find(text[at]) != std::string::npos) ++at;
    }

    char peek() {
        skipSpace();
        return at < text.size() ? text[at] : '\0';
    }

    bool take(char wanted) {
        if (peek() != wanted) return false;
        ++at;
        return true;
    }

    void need(char wanted) {
        if (!take(wanted)) fail(std::string(1, wanted));
    }

    bool takeWord(const std::string& word) {
        if (text.compare(at, word.size(), word) != 0) return false;
        at += word.size();
        return true;
    }

    Json readValue() {
        Json value;
        switch (peek()) {
            case '{': return readObject();
            case '[': return readList();
            case '"':
                value.kind = Json::Kind::Text;
                value.text = readText();
                return value;
            default: break;
        }
        if (takeWord("null")) return value;
        value.kind = Json::Kind::Boolean;
        if (takeWord("false")) return value;
        value.truth = takeWord("true");
        return value.truth ? value : readNumber();
    }

    Json readObject() {
        Json value;
        value.kind = Json::Kind::Object;
        need('{');
        if (take('}')) return value;
        do {
            skipSpace();
            value.names.push_back(readText());
            need(':');
            value.items.push_back(readValue());
        } while (take(','));
        need('}');
        return value;
    }

    Json readList() {
        Json value;
        value.kind = Json::Kind::List;
        need('[');
        if (take(']')) return value;
        do value.items.push_back(readValue());
        while (take(','));
        need(']');
        return value;
    }

    Json readNumber() {
        const std::size_t end = text.find_first_not_of("+-.0123456789eE", at);
        const std::string digits = text.substr(at, end - at);
        if (digits.find_first_of("0123456789") == std::string::npos) fail("a value");
        Json value;
        value.kind = Json::Kind::Number;
        value.number = std::stod(digits);
        at += digits.size();
        return value;
    }

    std::string readText() {
        need('"');
        std::string read;
        while (at < text.size() && text[at] != '"') {
            const char next = text[at++];
            if (next == '\\') readEscape(read);
            else read += next;
        }
        if (at == text.size()) fail("\"");
        ++at;
        return read;
    }

    void readEscape(std::string& read) {
        static const std::string letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        const char letter = at < text.size() ? text[at++] : '\0';
        const std::size_t known = letters.find(letter);
        if (known != std::string::npos) {
            read += meanings[known];
        } else if (letter == 'u') {
            appendUtf8(read, readCodePoint());
        } else {
            fail("a known escape");
        }
    }

    unsigned long readCodePoint() {
        const unsigned long first = readHex();
        if (first < 0xD800 || first > 0xDBFF) return first;
        // Characters beyond the first 65536 are written as two halves.
        if (!takeWord("\\u")) fail("the second half of a character");
        return 0x10000 + ((first - 0xD800) << 10) + (readHex() - 0xDC00);
    }

    unsigned long readHex() {
        const std::string digits = text.substr(at, 4);
        if (digits.size() < 4 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
            fail("four hexadecimal digits");
        }
        at += 4;
        return std::stoul(digits, nullptr, 16);
    }

    static void appendUtf8(std::string& read, unsigned long point) {
        if (point < 0x80) {
            read += static_cast<char>(point);
            return;
        }
        const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        static const int leads[] = {0, 0xC0, 0xE0, 0xF0};
        read += static_cast<char>(leads[more] | (point >> (6 * more)));
        for (int left = more - 1; left >= 0; --left) {
            read += static_cast<char>(0x80 | ((point >> (6 * left)) & 0x3F));
        }
    }
};

inline Json parse(const std::string& text) { return JsonReader(text).read(); }

/// A text as JSON writes it.
inline std::string quoted(const std::string& text) {
    std::string written = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            written += '\\';
            written += letter;
        } else if (static_cast<unsigned char>(letter) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", letter);
            written += escape;
        } else {
            written += letter;
        }
    }
    return written + "\"";
}
